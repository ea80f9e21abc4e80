"""`python -m launcher <command>`: the commands of ./sabot, once their environment is there."""

import sys
from collections.abc import Sequence

from launcher.asked import help_asked
from launcher.trouble import StopAsked, Trouble

HELP = """\
./sabot up             open the house: database, tables, web; Ctrl-C closes it again
                       --public NAME: for everybody under that name, by HTTPS; the certificate comes by itself
./sabot dev            the same, and every edit of code, templates, styles or texts is taken up as it is saved
./sabot stop           close the house of this folder from another terminal
./sabot run PART       one part in front, for systemd or a container: web, dealer, worker or beat; prepare before them
./sabot manage …       one of the house's own commands, in its environment (./sabot manage help lists them)
./sabot manage scanner the bridge of a serial scanner at a croupier's table; may run on a machine at the table
./sabot fonts          fetch the pages' type faces, for who gathers the static files by hand
./sabot roles [URL]    the URLs of the database's roles; makes them on a server of your own
./sabot backup         copy the database into the folder of backups, verified (--into FOLDER, --full)
./sabot archive        receive the database's log as it is written, beside the backups; stays (--into FOLDER)
./sabot restore        --until MOMENT --into FOLDER: the house as it was then, in a folder of its own, proven
./sabot drill          restore the latest state for the moment, prove it, and tell the house; once a week
./sabot upgrade-database
                       carry the data over from an older PostgreSQL, with a backup first (--from ITS-PROGRAMS)
./sabot test [path …]  everything a change must pass; with arguments, pytest alone with those
./sabot test --quick   the checks and the tests that the changed files need first: some minutes
./sabot check          lint, format, types and import contracts
./sabot bench [name …] the benchmarks, all or those named; --compare A B: two runs side by side
                       (by name alone: mutants --sample=N --seconds=N --only=MODULE --notes=FILE …; planted --only=RULE)
./sabot help           this page; so does --help or -h after a command (manage COMMAND --help: that command's own)

Settings, all of them optional:
  SABOT_PORT           the web port; otherwise the first free one from 8000
  SABOT_PUBLIC_PORTS   the ports of --public, HTTPS,HTTP; otherwise 443,80
  SABOT_WEB_PROCESSES  the web processes that share it; otherwise one for every two processors, at most four
  DATABASE_URL         a PostgreSQL of your own, in place of the embedded one; with SABOT_OWNER_URL, its owner's
  VALKEY_URL           a Valkey or Redis of your own, in place of the embedded one
  SABOT_BACKUPS        the folder of backups and archive; otherwise .sabot/backups, on the same disk
  SABOT_PYTHON         the Python to use; SABOT_VENV, a ready environment to use as it is
More in docs/running.md.
"""


def main(arguments: Sequence[str]) -> int:
    """Run one command; report every error as a sentence, never as a traceback."""
    try:
        return _run(arguments)
    except Trouble as trouble:
        print(f"sabot: {trouble}", file=sys.stderr)
        return 1
    except (StopAsked, KeyboardInterrupt):
        print("sabot: interrupted.", file=sys.stderr)
        return 130
    except ModuleNotFoundError as error:
        print(f"sabot: {sys.prefix} lacks the package {error.name}; remove it and start again.", file=sys.stderr)
        return 1
    except OSError as error:
        place = f": {error.filename}" if error.filename else ""
        print(f"sabot: {error.strerror or error}{place}.", file=sys.stderr)
        return 1


def _run(arguments: Sequence[str]) -> int:
    # Each command imports what it needs: help and stop run before anything is installed.
    if help_asked(arguments):
        sys.stdout.write(HELP)
        return 0
    match list(arguments):
        case ["up"]:
            from launcher import house

            return house.up()
        case ["up", *rest]:
            from launcher import asked, house

            options = asked.options("up", rest, {"--public": True})
            return house.up(public=options.get("--public"))
        case ["dev"]:
            from launcher import house

            return house.up(reload=True)
        case ["stop"]:
            from launcher import closing

            return closing.stop()
        case ["run", *rest]:
            from launcher import part

            return part.run(rest)
        case ["manage", *rest]:
            return _manage(rest)
        case ["fonts"]:
            from launcher import fonts

            return fonts.fetch()
        case ["roles", *rest]:
            from launcher import databases

            return databases.show(rest)
        case ["backup" | "archive" | "restore" | "drill" | "upgrade-database" as command, *rest]:
            return _keep(command, rest)
        case ["test", *rest]:
            from launcher import testing

            return testing.test(rest)
        case ["check"]:
            from launcher import testing

            return testing.check()
        case ["bench", *rest]:
            from launcher import testing

            return testing.bench(rest)
        case ["dev" | "stop" | "fonts" | "check" as command, *_]:
            raise Trouble(f"{command} takes nothing more; settings are environment variables (./sabot help).")
        case unknown:
            raise Trouble(f'There is no command "{unknown[0]}"; ./sabot help lists those there are.')


def _manage(arguments: Sequence[str]) -> int:
    """A command of the house: most ask the house's database, some one of the moment, the scanner's bridge none."""
    match list(arguments):
        case ["write_guards" | "write_schema", *_]:
            from launcher import testing

            return testing.apart(arguments)
        case ["scanner", *rest]:
            from launcher import scanner

            return scanner.bridge(rest)
        case _:
            from launcher import house

            return house.manage(arguments)


def _keep(command: str, arguments: Sequence[str]) -> int:
    """The commands that copy the database, or carry it over."""
    from launcher import archive, backup, drill, restore, upgrading

    commands = {
        "backup": backup.backup,
        "archive": archive.archive,
        "restore": restore.restore,
        "drill": drill.drill,
        "upgrade-database": upgrading.upgrade_database,
    }
    return commands[command](arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
