// Every fault: its code, and its sentence in English, Portuguese and Romanian. A test holds them to verify_days.py's.

export const LANGUAGES = ["en", "pt", "ro"];

export const KINDS = {
  "note-malformed": [
    "V01",
    "The log's checkpoint is not a signed note: {why}.",
    "O estado do registo não é uma nota assinada: {why}.",
    "Starea jurnalului nu este o notă semnată: {why}.",
  ],
  "signature-wrong": [
    "V02",
    "The signature of {who} ({id}) does not fit the text.",
    "A assinatura de {who} ({id}) não corresponde ao texto.",
    "Semnătura lui {who} ({id}) nu se potrivește cu textul.",
  ],
  "key-unknown": [
    "V02",
    "The key that you gave did not sign; these did: {who}.",
    "A chave que indicou não assinou; assinaram: {who}.",
    "Cheia pe care ați dat-o nu a semnat; au semnat: {who}.",
  ],
  "quorum-short": [
    "V03",
    "Too few witnesses signed: {have} of {need}; missing: {who}.",
    "Assinaram testemunhas a menos: {have} de {need}; faltam: {who}.",
    "Au semnat prea puțini martori: {have} din {need}; lipsesc: {who}.",
  ],
  "log-forked": [
    "V04",
    "The log does not continue the older checkpoint (sizes {old} and {size}): its history was rewritten.",
    "O registo não continua o estado anterior (tamanhos {old} e {size}): a história foi reescrita.",
    "Jurnalul nu continuă starea anterioară (mărimi {old} și {size}): istoria a fost rescrisă.",
  ],
  "day-not-in-log": [
    "V05",
    "This day's manifest is not in the log.",
    "O manifesto deste dia não está no registo.",
    "Manifestul acestei zile nu este în jurnal.",
  ],
  "chain-broken": [
    "V06",
    "The day does not name the manifest of the day before.",
    "O dia não nomeia o manifesto do dia anterior.",
    "Ziua nu numește manifestul zilei dinainte.",
  ],
  "day-missing": [
    "V07",
    "A day is missing between two that are here.",
    "Falta um dia entre dois que aqui estão.",
    "Lipsește o zi între două care sunt aici.",
  ],
  "manifest-malformed": [
    "V08",
    "The manifest is not of its form: {why}.",
    "O manifesto não tem a forma devida: {why}.",
    "Manifestul nu are forma cuvenită: {why}.",
  ],
  "manifest-other": [
    "V08",
    "The manifest is of another house, day or revision.",
    "O manifesto é de outra casa, dia ou revisão.",
    "Manifestul este al altei case, zile sau revizii.",
  ],
  "file-missing": [
    "V09",
    "The file is missing.",
    "Falta o ficheiro.",
    "Fișierul lipsește.",
  ],
  "file-extra": [
    "V09",
    "The file is not of the day.",
    "O ficheiro não é do dia.",
    "Fișierul nu ține de zi.",
  ],
  "file-length": [
    "V09",
    "The file has another length or number of lines than was sealed.",
    "O ficheiro tem outro comprimento ou número de linhas do que foi selado.",
    "Fișierul are altă lungime sau alt număr de rânduri decât s-a sigilat.",
  ],
  "line-touched": [
    "V10",
    "The line is not the one that was sealed.",
    "A linha não é a que foi selada.",
    "Rândul nu este cel care a fost sigilat.",
  ],
  "line-inserted": [
    "V11",
    "The line was added after the sealing.",
    "A linha foi acrescentada depois da selagem.",
    "Rândul a fost adăugat după sigilare.",
  ],
  "line-removed": [
    "V11",
    "A line was taken out before this place.",
    "Uma linha foi retirada antes deste lugar.",
    "Un rând a fost scos înainte de acest loc.",
  ],
  "lines-swapped": [
    "V11",
    "The line and the next one were exchanged.",
    "A linha e a seguinte foram trocadas.",
    "Rândul și cel următor au fost schimbate între ele.",
  ],
  "not-canonical": [
    "V12",
    "The line is not written as sealed lines are: {why}.",
    "A linha não está escrita como as linhas seladas: {why}.",
    "Rândul nu este scris ca rândurile sigilate: {why}.",
  ],
  "ledger-chain": [
    "V13",
    "A balance does not go on where the account's line before ended ({cents} cents).",
    "Um saldo não continua onde a linha anterior da conta acabou ({cents} cêntimos).",
    "Un sold nu continuă unde s-a încheiat rândul dinainte al contului ({cents} cenți).",
  ],
  "sums-differ": [
    "V13",
    "Two sums that must agree differ by {cents} cents ({rule}).",
    "Duas somas que devem coincidir diferem em {cents} cêntimos ({rule}).",
    "Două sume care trebuie să coincidă diferă cu {cents} cenți ({rule}).",
  ],
  "card-unproven": [
    "V14",
    "A card does not lead to the commitment made before the bets: {why}.",
    "Uma carta não conduz ao compromisso feito antes das apostas: {why}.",
    "O carte nu duce la angajamentul făcut înaintea pariurilor: {why}.",
  ],
  "round-misplayed": [
    "V14",
    "The round was not played by the rules: said {said}, due {due}.",
    "A jogada não seguiu as regras: dito {said}, devido {due}.",
    "Runda nu a fost jucată după reguli: spus {said}, cuvenit {due}.",
  ],
  "bet-misplaid": [
    "V14",
    "The bet was not settled by its paytable: said {said}, due {due}.",
    "A aposta não foi liquidada pela sua tabela: dito {said}, devido {due}.",
    "Pariul nu a fost decontat după tabelul său: spus {said}, cuvenit {due}.",
  ],
  "six-files-differ": [
    "V15",
    "A file for the regulator is not the one of the day.",
    "Um ficheiro para o regulador não é o do dia.",
    "Un fișier pentru autoritate nu este cel al zilei.",
  ],
  "court-differs": [
    "V19",
    "The drift court's evidence does not follow from the rounds: {why}.",
    "A prova do tribunal da deriva não resulta das jogadas: {why}.",
    "Dovada tribunalului derivei nu rezultă din runde: {why}.",
  ],
  "software-other": [
    "V17",
    "A file of the software is not the one of the day.",
    "Um ficheiro do software não é o do dia.",
    "Un fișier al programului nu este cel al zilei.",
  ],
  "card-misread": [
    "V20",
    "A card of paper is not as it was read, or cannot be: {why}.",
    "Uma carta de papel não é como foi lida, ou não pode ser: {why}.",
    "O carte de hârtie nu este cum a fost citită sau nu poate fi: {why}.",
  ],
  "log-touched": [
    "V18",
    "A published part of the log is not what its checkpoint signs.",
    "Uma parte publicada do registo não é a que o seu estado assina.",
    "O parte publicată a jurnalului nu este cea semnată de starea lui.",
  ],
};

/** Faults that break nothing: something that was asked for is not there yet. */
export const ONLY_ABSENT = new Set(["quorum-short"]);

/** What is said of all together, and how much was looked at. */
export const SAID = {
  en: [
    "HOLDS",
    "HOLDS, and something asked for is absent",
    "BROKEN",
    "{days} days, {lines} lines, log of {size}",
    "1 day, {lines} lines, log of {size}",
  ],
  pt: [
    "CONFIRMADO",
    "CONFIRMADO, e falta algo pedido",
    "QUEBRADO",
    "{days} dias, {lines} linhas, registo de {size}",
    "1 dia, {lines} linhas, registo de {size}",
  ],
  ro: [
    "ÎNTREG",
    "ÎNTREG, dar lipsește ceva cerut",
    "RUPT",
    "{days} zile, {lines} rânduri, jurnal de {size}",
    "1 zi, {lines} rânduri, jurnal de {size}",
  ],
};

/** A sentence with the facts in their places. */
export const filled = (sentence, facts) => sentence.replace(/\{([a-z_]+)\}/g, (_, name) => String(facts[name] ?? ""));
