"""What goes wrong in a past, and what it turned out to be: the words of its incidents, and what each touched."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Trouble:
    """What a person noticed, what was done at once, what it turned out to be, and why it was graded lower.

    `touched` is what it cost: cents, players, and seconds for which play stood still.
    """

    text: str
    at_once: str
    cause: str
    solution: str
    lessons: str
    touched: tuple[int, int, int] = (0, 0, 0)
    mild: str = "Sem dinheiro em causa."


VOID: Final = Trouble(
    "",
    "Jogada anulada pela casa; apostas devolvidas inteiras.",
    "Um processo da mesa parou a meio da jogada.",
    "Processo reiniciado; as apostas tinham sido devolvidas.",
    "O aviso chegou tarde à sala: a partir de agora toca também no telefone de quem está de turno.",
    mild="Apostas devolvidas; nenhum saldo ficou errado.",
)
SILENCE: Final = Trouble(
    "",
    "Registos novos em espera; ninguém jogou sem identidade verificada.",
    "Trabalhos anunciados do serviço de identidades.",
    "O serviço respondeu ao fim de uma hora; os registos em espera foram perguntados de novo.",
    "Os trabalhos anunciados passam para o calendário da sala.",
)
LATE: Final = Trouble(
    "A última jogada do dia na Sala Passado ficou oito minutos por gravar; o relatório do dia foi feito sem ela.",
    "Mesa fechada depois da jogada; o jogador recebeu o resultado certo.",
    "Uma sessão de manutenção aberta na base de dados prendia as linhas dessa mesa.",
    "Sessão terminada; a jogada ficou gravada com a sua hora e o relatório do dia foi feito de novo, com ela.",
    "Nenhuma manutenção à volta da meia-noite: o relatório do dia faz-se cinco minutos depois dela.",
    (0, 1, 499),
)
REPORTED: Final = (
    Trouble(
        "Dois jogadores escreveram que o som da mesa não se ouvia; jogaram sem ele.",
        "Som desligado a todos até se saber porquê.",
        "Um ficheiro de som que faltava depois de uma atualização.",
        "Ficheiro reposto.",
        "Ouvir uma mesa depois de cada atualização.",
        (0, 2, 0),
    ),
    Trouble(
        "Cinco jogadores escreveram que a página da mesa parou cerca de um minuto.",
        "Resposta igual preparada para quem escrevesse ao apoio.",
        "Um processo da rede reiniciou fora da hora marcada.",
        "Os reinícios são agora feitos com a sala fechada.",
        "Avisar o apoio antes de qualquer trabalho na rede: responderam sem saber o que se passava.",
        (0, 5, 60),
    ),
    Trouble(
        "A corrente falhou na sala das máquinas; a bateria aguentou, nada parou.",
        "Passagem à bateria confirmada; sala avisada.",
        "Corte da rede pública durante onze minutos.",
        "Bateria medida depois do corte; o gerador não chegou a ser preciso.",
        "A lista de quem avisar estava desatualizada; foi refeita e impressa.",
    ),
    Trouble(
        "Um e-mail com a resposta a uma reclamação foi para a pasta errada do remetente.",
        "Resposta enviada de novo e recebida.",
        "Regra de correio posta por engano.",
        "Regra retirada; a resposta seguiu no mesmo dia.",
        "Ver uma vez por semana as regras das caixas comuns.",
        (0, 1, 0),
    ),
    Trouble(
        "Um jogador mostrou uma mensagem falsa em nosso nome que pedia a palavra-passe.",
        "Aviso na página de entrada dez minutos depois.",
        "Campanha de terceiros contra clientes de várias casas.",
        "Aviso na página de entrada e pedido de retirada ao alojador.",
        "Ter o texto do aviso escrito de antemão poupa a primeira hora.",
        (0, 1, 0),
    ),
    Trouble(
        "O ecrã de parede da sala mostrou o resultado da jogada anterior durante dez segundos.",
        "Ecrã desligado até estar certo.",
        "Navegador do ecrã sem memória.",
        "Navegador reiniciado todas as madrugadas.",
        "O ecrã de parede diz agora há quanto tempo não tem notícias.",
    ),
)
WORD: Final = (
    "Incidente comunicado com os factos conhecidos. Feito de imediato: %s A causa está por apurar e segue por escrito, "
    "com a solução."
)
NOTED: Final = (
    "Registos do dia guardados; falei com quem deu por isto. @Gestora de jogo, diz-me se viste o mesmo.",
    "Guardei a mensagem e os cabeçalhos. @Administração @Auditoria @Inspeção, para que saibam antes da comunicação.",
)
