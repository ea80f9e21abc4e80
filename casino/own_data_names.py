"""What the file of one's own data holds, subject by subject, in words: the names of its parts are names of tables."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

SUBJECTS: Final[Mapping[str, "str | Promise"]] = {
    "person": gettext_lazy("A sua conta: nome, e-mail, língua e situação"),
    "registration": gettext_lazy("O seu registo"),
    "identitycheck": gettext_lazy("Confirmações da identidade"),
    "datachange": gettext_lazy("Alterações do que registou e do que protege a conta"),
    "acceptance": gettext_lazy("Termos e condições que aceitou"),
    "viewing": gettext_lazy("Consultas dos seus dados por quem trabalha na casa"),
    "standingchange": gettext_lazy("Mudanças da situação da conta"),
    "standingcheck": gettext_lazy("Consultas aos registos de excluídos e impedidos"),
    "signinattempt": gettext_lazy("Tentativas de entrar"),
    "signinlock": gettext_lazy("Bloqueios depois de tentativas falhadas"),
    "device": gettext_lazy("Dispositivos em que entrou"),
    "second_factors": gettext_lazy("Segundos fatores: quais e desde quando"),
    "email_addresses": gettext_lazy("Endereços de e-mail para entrar"),
    "letter": gettext_lazy("Cartas que a casa lhe escreveu"),
    "instrument": gettext_lazy("Meios de pagamento"),
    "deposit": gettext_lazy("Depósitos"),
    "withdrawal": gettext_lazy("Levantamentos"),
    "adjustment": gettext_lazy("Acertos do saldo"),
    "staffidentity": gettext_lazy("Nome e NIF com que trabalha na casa"),
    "limit": gettext_lazy("Limites"),
    "checkinterval": gettext_lazy("De quanto em quanto tempo quer o aviso de tempo"),
    "exclusion": gettext_lazy("Pausas e exclusões"),
    "tally": gettext_lazy("Contas do dia: apostado, perdido e depositado"),
    "signal": gettext_lazy("Sinais de jogo que pode fazer mal"),
    "duty": gettext_lazy("O que a casa ficou a dever por causa da conta, com prazo"),
    "complaint": gettext_lazy("Reclamações"),
    "complaintmessage": gettext_lazy("O que se disse nas reclamações"),
    "complaintfile": gettext_lazy("Ficheiros juntos às reclamações: só a lista"),
    "filecheck": gettext_lazy("Ficheiros seus que a casa examinou: quantos e quando"),
    "complaintdecision": gettext_lazy("Decisões das reclamações"),
    "complaintevent": gettext_lazy("O que aconteceu a cada reclamação"),
    "correctionrequest": gettext_lazy("Pedidos de correção dos seus dados"),
    "dataexport": gettext_lazy("Ficheiros como este que pediu"),
    "accountclosure": gettext_lazy("Fecho e reabertura da conta"),
    "savedview": gettext_lazy("Listas que guardou"),
    "sessions": gettext_lazy("Sessões às mesas"),
    "slips": gettext_lazy("Boletins: o que enviou às mesas e a resposta"),
    "bets": gettext_lazy("Apostas e o seu resultado"),
    "connections": gettext_lazy("Ligações às mesas"),
    "statement_eur": gettext_lazy("Extrato em euros"),
    "statement_play": gettext_lazy("Extrato das fichas de demonstração"),
}
"""In the order in which a reader looks for them: who one is, how one signs in, money, protection, complaints, play."""
