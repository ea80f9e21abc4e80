"""Adapters are named by the environment; one that cannot be made is told at the start, by its variable."""

from typing import Any

import pytest

from casino import env
from casino.adapters import payments, regulator
from casino.adapters.registry import Port, adapter, check_adapters, is_sandbox
from players.access.identity import Sandbox as SandboxVerifier
from players.cashier.payments.sandbox import Sandbox as SandboxBank

GIVEN = {"DATABASE_URL": "postgresql://x", "VALKEY_URL": "redis://x", "SABOT_SECRET_KEY": "k"}


class OwnVerifier:
    """A newcomer's."""

    name = "own"


def named(**variables: str) -> dict[str, str]:
    return dict(env.read(GIVEN | variables).adapters)


def test_every_port_has_its_variable() -> None:
    assert {port.value for port in Port} == set(env.ADAPTERS)


def test_a_demonstration_has_sandboxes_and_any_other_site_what_it_names() -> None:
    demo = named(SABOT_DEMO="1")
    assert {demo.pop(name) for name in env.NO_SANDBOX} == {""}
    assert set(demo.values()) == {"sandbox"}
    assert set(named().values()) == {""}
    assert named(SABOT_PAYMENTS="our.bank.Bank")["SABOT_PAYMENTS"] == "our.bank.Bank"


@pytest.mark.parametrize("path", ["bank", "our bank.Bank", "../bank", "our.bank.", "our..bank", "os.system('x')"])
def test_what_is_no_path_is_told_at_the_start(path: str) -> None:
    with pytest.raises(env.EnvironmentInvalid, match="SABOT_PAYMENTS must be sandbox, empty, or the dotted path"):
        named(SABOT_PAYMENTS=path)


def test_sandboxes_by_their_short_name(settings: Any) -> None:
    settings.ADAPTERS = dict.fromkeys(Port, "sandbox")
    assert isinstance(payments.provider(), SandboxBank)
    assert isinstance(adapter(Port.IDENTITY), SandboxVerifier)
    assert isinstance(regulator.desk(), regulator.SandboxDesk)
    assert isinstance(regulator.national_list(), regulator.SandboxNationalList)
    assert is_sandbox(Port.PAYMENTS)


def test_a_newcomers_adapter_by_its_path(settings: Any) -> None:
    settings.ADAPTERS = {Port.IDENTITY: f"{__name__}.OwnVerifier"}
    assert isinstance(adapter(Port.IDENTITY), OwnVerifier)
    assert not is_sandbox(Port.IDENTITY)
    assert (payments.provider(), regulator.desk(), regulator.national_list()) == (None, None, None)
    assert list(check_adapters()) == []


@pytest.mark.parametrize("path", ["our.bank.Bank", f"{__name__}.nothing", "players.cashier.payments.sandbox.Sandbox"])
def test_an_adapter_that_cannot_be_made_is_told_by_its_variable(settings: Any, path: str) -> None:
    settings.ADAPTERS = {Port.PAYMENTS: path}
    (error,) = check_adapters()
    assert error.msg.startswith(f"The environment variable SABOT_PAYMENTS names {path}, which cannot be made: ")
