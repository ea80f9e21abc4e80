"""The log of the house (docs/sealed-days.md): tell it a fact, number what waits, sign the state, ask the witnesses."""

from reporting.operations.log.numbering import number_waiting
from reporting.operations.log.signing import (
    CheckpointRejected,
    CheckpointRejection,
    Signed,
    keep_log,
    sign_checkpoint,
    verifier_key,
)
from reporting.operations.log.software import CheckedSoftware, check_software, check_software_daily
from reporting.operations.log.telling import tell_correction, tell_generator, tell_log, tell_terms
from reporting.operations.log.witnesses import AskedWitness, WitnessFault, ask_witnesses

__all__ = [
    "AskedWitness",
    "CheckedSoftware",
    "CheckpointRejected",
    "CheckpointRejection",
    "Signed",
    "WitnessFault",
    "ask_witnesses",
    "check_software",
    "check_software_daily",
    "keep_log",
    "number_waiting",
    "sign_checkpoint",
    "tell_correction",
    "tell_generator",
    "tell_log",
    "tell_terms",
    "verifier_key",
]
