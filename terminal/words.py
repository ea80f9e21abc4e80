"""The terminal's sentences in Portuguese, English and Romanian; names of bets and refusals come from the house."""

from typing import Final

LANGUAGES: Final = ("pt", "en", "ro")
SENTENCES: Final[dict[str, tuple[str, str, str]]] = {
    "email": ("E-mail: ", "E-mail: ", "E-mail: "),
    "password": ("Palavra-passe: ", "Password: ", "Parola: "),
    "code": ("Código: ", "Code: ", "Cod: "),
    "welcome": (
        "Está na mesa {table}. Escreva “ajuda” para ouvir os comandos.",
        "You are at table {table}. Type “help” to hear the commands.",
        "Sunteți la masa {table}. Scrieți „ajutor” pentru comenzi.",
    ),
    "wrong-password": (
        "O e-mail ou a palavra-passe não está certo. Não entrou.",
        "The e-mail or the password is wrong. You are not signed in.",
        "E-mailul sau parola nu este corectă. Nu v-ați conectat.",
    ),
    "wrong-code": ("O código não está certo.", "The code is wrong.", "Codul nu este corect."),
    "no-table": ("Não há essa mesa.", "There is no such table.", "Nu există această masă."),
    "no-house": ("A casa não responde nesse endereço.", "No house answers at that address.", "Nicio casă nu răspunde."),
    "too-often": (
        "Tentou vezes de mais. Espere um pouco.",
        "You tried too often. Wait a little.",
        "Ați încercat prea des. Așteptați puțin.",
    ),
    "open": (
        "Jogada {round}: façam as vossas apostas. {seconds} segundos para apostar.",
        "Round {round}: place your bets. {seconds} seconds to bet.",
        "Runda {round}: faceți jocurile. {seconds} secunde pentru mize.",
    ),
    "open-alone": (
        "Jogada {round}: aposte; escreva “dar” para dar as cartas.",
        "Round {round}: bet, and type “deal” to deal.",
        "Runda {round}: mizați; scrieți „împarte” pentru cărți.",
    ),
    "closed": ("As apostas estão fechadas.", "Betting is closed.", "Mizele sunt închise."),
    "lay": (
        "{bet}: {amount} por confirmar. Escreva “ok”.",
        "{bet}: {amount} to confirm. Type “ok”.",
        "{bet}: {amount} de confirmat. Scrieți „ok”.",
    ),
    "back": ("{bet}: retirado.", "{bet}: taken back.", "{bet}: retras."),
    "draft": ("Por confirmar: {bets}.", "To be confirmed: {bets}.", "De confirmat: {bets}."),
    "nothing": ("Nada por confirmar.", "Nothing is waiting to be confirmed.", "Nimic de confirmat."),
    "accepted": (
        "Aceite: {bets}. Recibo {number}. Apostou nesta jogada {stakes}.",
        "Accepted: {bets}. Receipt {number}. Your bets on this round: {stakes}.",
        "Acceptat: {bets}. Recipisa {number}. Mizele dv. în această rundă: {stakes}.",
    ),
    "refused": ("Recusado: {text}", "Refused: {text}", "Refuzat: {text}"),
    "rule": ("Regra {rule}.", "Rule {rule}.", "Regula {rule}."),
    "most": ("O máximo que serviria: {amount}.", "The most that would do: {amount}.", "Cel mult: {amount}."),
    "minimum": ("O mínimo: {amount}.", "The minimum: {amount}.", "Minimul: {amount}."),
    "card": ("{side}: {rank} de {suit}.", "{side}: {rank} of {suit}.", "{side}: {rank} de {suit}."),
    "result": (
        "{winner}. Ponto {ponto}, Banca {banca}.",
        "{winner}. Ponto {ponto}, Banca {banca}.",
        "{winner}. Ponto {ponto}, Banca {banca}.",
    ),
    "mine": ("O seu resultado: {amount}.", "Your result: {amount}.", "Rezultatul dv.: {amount}."),
    "void": ("Jogada anulada: as apostas voltam.", "Round void: bets are returned.", "Runda anulată: mizele revin."),
    "ponto": ("Ganha o Ponto", "Ponto wins", "Câștigă Ponto"),
    "banca": ("Ganha a Banca", "Banca wins", "Câștigă Banca"),
    "empate": ("Empate", "Tie", "Egalitate"),
    "balance": (
        "Saldo {balance}. Nesta sessão {result}.",
        "Balance {balance}. This session {result}.",
        "Sold {balance}. Această sesiune {result}.",
    ),
    "seated": ("Está no lugar {seat}.", "You are in seat {seat}.", "Sunteți pe locul {seat}."),
    "sit-first": (
        "Sente-se para apostar: escreva “sentar”.",
        "Sit down to bet: type “sit”.",
        "Așezați-vă: scrieți „loc”.",
    ),
    "away": ("Está em pausa.", "You are on a break.", "Sunteți în pauză."),
    "here": ("Voltou à mesa.", "You are back at the table.", "Ați revenit la masă."),
    "leaving": (
        "Sai quando a jogada com as suas apostas estiver paga.",
        "You leave when the round with your bets is settled.",
        "Plecați când runda cu mizele dv. este plătită.",
    ),
    "left": (
        "A sessão acabou. Resumo: {url}",
        "The session is over. Summary: {url}",
        "Sesiunea s-a încheiat. Rezumat: {url}",
    ),
    "no-bets": ("Ainda ninguém apostou.", "No player has bet yet.", "Nimeni nu a mizat încă."),
    "no-results": ("Ainda não há resultados.", "No results yet.", "Încă nu sunt rezultate."),
    "no-ceiling": ("sem teto", "no ceiling", "fără plafon"),
    "house-deals": ("Nesta mesa quem dá é a casa.", "At this table the house deals.", "La această masă împarte casa."),
    "amount": (
        "{bet}: escreva a quantia a seguir, como “p 50”.",
        "{bet}: type the amount after it, such as “p 50”.",
        "{bet}: scrieți suma după el, ca „p 50”.",
    ),
    "unknown": (
        "Isso não é um comando. Escreva “ajuda” para ouvir todos.",
        "That is no command here. Type “help” to hear them all.",
        "Nu este o comandă. Scrieți „ajutor” pentru toate.",
    ),
    "check": (
        "Joga há algum tempo. {balance} Escreva “visto” para continuar a apostar.",
        "You have played for a while. {balance} Type “seen” to go on betting.",
        "Jucați de ceva timp. {balance} Scrieți „văzut” pentru a continua.",
    ),
    "invited": (
        "A sua sessão acaba em breve se não apostar.",
        "Your session ends soon if you do not bet.",
        "Sesiunea se încheie curând dacă nu mizați.",
    ),
    "lost": (
        "Perdeu-se a ligação. As apostas aceites valem. A tentar de novo…",
        "The connection is lost. Accepted bets stand. Trying again…",
        "Conexiunea s-a pierdut. Mizele acceptate rămân valabile. Se încearcă din nou…",
    ),
    "back-again": ("Ligação refeita.", "Connected again.", "Conectat din nou."),
    "gone": (
        "A casa não responde. As apostas aceites valem e são pagas.",
        "The house does not answer. Accepted bets stand and are settled.",
        "Casa nu răspunde. Mizele acceptate rămân valabile și se plătesc.",
    ),
    "ended": (
        "A casa fechou a ligação ({code}).",
        "The house closed the line ({code}).",
        "Casa a închis linia ({code}).",
    ),
    "error": ("A mesa não percebeu.", "The table did not understand.", "Masa nu a înțeles."),
    "help": (
        "p 50 põe 50 no Ponto (b Banca, e empate, ou o nome); -p retira; ok confirma; limpar; repetir; dar; "
        "? o que há agora; última; resto; saldo; quem; sentar; pausa; sair; ajuda; fim.",
        "p 50 puts 50 on Ponto (b Banca, e tie, or the name); -p takes it back; ok confirms; clear; repeat; deal; "
        "? what is now; last; room; balance; who; sit; pause; leave; help; quit.",
        "p 50 pune 50 pe Ponto (b Banca, e egalitate, sau numele); -p retrage; ok confirmă; golește; repetă; împarte; "
        "? ce este acum; ultima; rest; sold; cine; loc; pauză; ieși; ajutor; gata.",
    ),
}
RANKS: Final = {
    "A": ("Ás", "Ace", "As"),
    "J": ("Valete", "Jack", "Valet"),
    "Q": ("Dama", "Queen", "Damă"),
    "K": ("Rei", "King", "Rege"),
    "T": ("10", "10", "10"),
}
SUITS: Final = {
    "S": ("espadas", "spades", "pică"),
    "H": ("copas", "hearts", "inimă roșie"),
    "D": ("ouros", "diamonds", "romb"),
    "C": ("paus", "clubs", "treflă"),
}


class Words:
    """The sentences of one language."""

    def __init__(self, language: str) -> None:
        self._at = LANGUAGES.index(language)

    def __call__(self, name: str, **values: object) -> str:
        """A sentence with its values."""
        return SENTENCES[name][self._at].format(**values)

    def card(self, side: str, code: str) -> str:
        """A card of a hand, such as “Banca: 9 of hearts.”"""
        rank = RANKS.get(code[0], (code[0],) * len(LANGUAGES))[self._at]
        return self("card", side=side, rank=rank, suit=SUITS[code[1]][self._at])
