"""The bytes of the log: vectors, and everything held against a slow second implementation."""

import base64
import hashlib

import pytest
import slow_log
from hypothesis import given, settings
from hypothesis import strategies as st

from reporting.evidence import canonical, checkpoints, notes, tiles, tree
from reporting.evidence.checkpoints import Checkpoint, CheckpointMalformed
from reporting.evidence.notes import KeyUnknown, Kind, NoteMalformed, SignatureWrong, Signer, Verifier

ORIGIN = "casa.example/sabot/days"
LEAVES = [canonical.line({"day": f"2026-03-{day}"})[:-1] for day in range(27, 32)]
HASHES = [tree.leaf_hash(leaf) for leaf in LEAVES]
HOUSE = Signer(ORIGIN, bytes(range(32)))
WITNESS = Signer("srij.example/w1", bytes(range(32, 64)), Kind.COSIGNATURE)
CHECKPOINT = Checkpoint(ORIGIN, 5, tree.root(HASHES))

ROOTS = [
    "0oYUTK4v4yN5143GbDsvlMt529pRO4A1nKiC27zHHIk=",
    "TNMyHCwO/MtPnF/zYqfxfD/znM9eMu7HwQpGcOT3Ukg=",
    "GmgslWmJMI6wJoP15IdNO4qCw3q8wlUn2UA5ZbLXU3s=",
    "ERoRDmVN8AbUTAM0fYZgojsk/iH2Z+NfKDIrcir+H38=",
    "+6N/QTXU7MRJ9KZ5uLd12FVYjupXPBBUpAKNe3ejo2o=",
]
INCLUSION = [
    "ahgxIlrDGaCD4iqpP+x9I6pqev7b55qEIRecjXuYNfk=",
    "TNMyHCwO/MtPnF/zYqfxfD/znM9eMu7HwQpGcOT3Ukg=",
    "cUxMLXhpCV/kFdxAH6oOHtfhoUL6lavw956RIH6wdEI=",
]
CONSISTENCY = ["HVB7C/ArHVPcyES7nq810yLiqLpTSDCZvfdrYqWO3dk=", *INCLUSION]
VKEY = "casa.example/sabot/days+c5c24307+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4"
SIGNED = (
    "— casa.example/sabot/days "
    "xcJDBwcI/EFM14po+KmLrVnKKLv/yDczCXTvbD0QkW5tgH+S7J31fwMa8K5d/2TBpVkNvWPcZPPIz7h+g0lCxNdI8ww=\n"
)
WITNESS_VKEY = "srij.example/w1+199b75de+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X"
COSIGNED = (
    "— srij.example/w1 "
    "GZt13gAAAABpzKZQrHOUrF3aNm9H3AiYbUO5bNsuUwnoTtTlOVfP1/WtOaMbl+0hhRr+WvQ0rohrJRf9YWge9MQyo466HOsoIVo5Ag==\n"
)


def in_base64(digests: list[bytes]) -> list[str]:
    return [base64.b64encode(each).decode() for each in digests]


# The tree.


def test_the_vectors_of_the_tree() -> None:
    assert in_base64([tree.root(HASHES[:size]) for size in range(1, 6)]) == ROOTS
    assert in_base64(tree.inclusion(2, HASHES)) == INCLUSION
    assert in_base64(tree.consistency(3, HASHES)) == CONSISTENCY
    assert tree.root([]) == tree.EMPTY == hashlib.sha256(b"").digest()


ENTRIES = st.integers(1, 70).map(lambda size: [bytes([number]) * (number % 3) for number in range(size)])


@settings(deadline=None)
@given(ENTRIES, st.data())
def test_roots_and_proofs_are_those_of_a_second_implementation(entries: list[bytes], data: st.DataObject) -> None:
    leaves = [tree.leaf_hash(each) for each in entries]
    size, root = len(entries), slow_log.mth(entries)
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size))
    assert tree.root(leaves) == root

    path = tree.inclusion(index, leaves)
    assert path == slow_log.path(index, entries)
    assert slow_log.included(leaves[index], index, size, path, root)
    tree.verify_inclusion(index=index, size=size, leaf=leaves[index], proof=path, expected=root)

    proof, old_root = tree.consistency(old, leaves), slow_log.mth(entries[:old])
    assert proof == slow_log.proof(old, entries)
    assert old in (0, size) or slow_log.consistent(old, size, old_root, root, proof)
    tree.verify_consistency(old=old, old_root=old_root, size=size, new_root=root, proof=proof)


@settings(deadline=None)
@given(ENTRIES, st.data())
def test_a_proof_with_anything_changed_does_not_hold(entries: list[bytes], data: st.DataObject) -> None:
    leaves = [tree.leaf_hash(each) for each in entries]
    size, root = len(leaves), tree.root(leaves)
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    path, proof, old_root = tree.inclusion(index, leaves), tree.consistency(old, leaves), tree.root(leaves[:old])
    bent = data.draw(st.sampled_from(["longer", "shorter", "changed", "leaf", "root", "old"]))

    def bend(hashes: list[bytes]) -> list[bytes]:
        if bent == "longer":
            return [*hashes, bytes(32)]
        if bent == "shorter":
            return hashes[:-1]
        return [bytes([each[0] ^ 1]) + each[1:] for each in hashes] if bent == "changed" else hashes

    wrong = bytes(32)
    if bend(path) != path or bent in ("leaf", "root"):
        leaf, expected = (wrong if bent == "leaf" else leaves[index]), (wrong if bent == "root" else root)
        with pytest.raises(tree.ProofWrong):
            tree.verify_inclusion(index=index, size=size, leaf=leaf, proof=bend(path), expected=expected)
    if bend(proof) != proof or bent in ("old", "root"):
        then, now = (wrong if bent == "old" else old_root), (wrong if bent == "root" else root)
        with pytest.raises(tree.ProofWrong):
            tree.verify_consistency(old=old, old_root=then, size=size, new_root=now, proof=bend(proof))


def test_beyond_the_tree_nothing_is_proven() -> None:
    with pytest.raises(IndexError):
        tree.inclusion(5, HASHES)
    with pytest.raises(IndexError):
        tree.consistency(6, HASHES)
    with pytest.raises(tree.ProofWrong):
        tree.verify_inclusion(index=5, size=5, leaf=HASHES[0], proof=[], expected=CHECKPOINT.root)
    with pytest.raises(tree.ProofWrong):
        tree.verify_consistency(old=6, old_root=bytes(32), size=5, new_root=CHECKPOINT.root, proof=[])
    with pytest.raises(tree.ProofWrong):
        tree.verify_consistency(old=0, old_root=bytes(32), size=5, new_root=CHECKPOINT.root, proof=[])


@given(st.integers(0, 300))
def test_a_frontier_is_the_tree_in_few_bytes(size: int) -> None:
    leaves = [tree.leaf_hash(bytes([number % 256])) for number in range(size)]
    grown = tree.Frontier()
    assert [grown.append(leaf) for leaf in leaves] == list(range(size))
    kept = tree.Frontier.from_bytes(grown.to_bytes())
    assert (kept.size, kept.root) == (size, tree.root(leaves))
    assert len(grown.to_bytes()) == 8 + 32 * size.bit_count()
    kept.append(tree.leaf_hash(b"x"))
    assert kept.root == tree.root([*leaves, tree.leaf_hash(b"x")])


@pytest.mark.parametrize("block", [b"", bytes(7), bytes(8) + bytes(32), (3).to_bytes(8, "big") + bytes(32), bytes(9)])
def test_other_bytes_are_no_frontier(block: bytes) -> None:
    with pytest.raises(ValueError, match="frontier"):
        tree.Frontier.from_bytes(block)


@settings(deadline=None)
@given(st.integers(1, 200), st.data())
def test_proofs_are_made_of_whole_subtrees_that_are_kept(size: int, data: st.DataObject) -> None:
    leaves = [tree.leaf_hash(bytes([number])) for number in range(size)]

    def node(level: int, index: int) -> bytes:
        covered = leaves[index << level : (index + 1) << level]
        assert len(covered) == 1 << level, "only whole subtrees are asked for"
        return tree.root(covered)

    old = data.draw(st.integers(0, size))
    index = data.draw(st.integers(0, size - 1))
    assert [tree.span_root(span, node) for span in tree.consistency_spans(old, size)] == tree.consistency(old, leaves)
    assert [tree.span_root(span, node) for span in tree.inclusion_spans(index, size)] == tree.inclusion(index, leaves)


# Notes and checkpoints.


def test_the_vectors_of_the_notes() -> None:
    assert HOUSE.verifier.vkey == VKEY
    assert Verifier.parse(VKEY) == HOUSE.verifier
    note = notes.sign(CHECKPOINT.text, [HOUSE])
    assert note == CHECKPOINT.text + "\n" + SIGNED
    assert WITNESS.verifier.vkey == WITNESS_VKEY
    assert WITNESS.line(CHECKPOINT.text, at=1775019600) == COSIGNED
    whole = notes.add_line(notes.add_line(note, COSIGNED), COSIGNED)
    opened = notes.open_note(whole, [Verifier.parse(VKEY), Verifier.parse(WITNESS_VKEY)])
    assert [(each.verifier.name, each.at) for each in opened.signatures] == [
        (ORIGIN, None),
        ("srij.example/w1", 1775019600),
    ]
    assert Checkpoint.parse(opened.text) == CHECKPOINT


def test_a_private_key_reads_back_and_shows_itself_nowhere() -> None:
    for signer in (HOUSE, WITNESS):
        assert Signer.parse(signer.secret_text) == signer
        assert base64.b64encode(signer.seed).decode()[4:20] not in repr(signer)
    for text in (VKEY, "PRIVATE+KEY+x+00000000+AQ==", HOUSE.secret_text.replace("c5c24307", "c5c24308")):
        with pytest.raises(NoteMalformed):
            Signer.parse(text)
    with pytest.raises(NoteMalformed):
        Signer("two words", bytes(32))


def test_lines_of_strangers_are_left_alone_and_a_known_key_must_fit() -> None:
    note = notes.sign(CHECKPOINT.text, [HOUSE])
    stranger = "— pq.example " + base64.b64encode(b"\x01\x02\x03\x04" + bytes(2420)).decode() + "\n"
    assert notes.open_note(note + stranger, [HOUSE.verifier]).signatures[0].verifier == HOUSE.verifier
    with pytest.raises(KeyUnknown) as unknown:
        notes.open_note(note, [WITNESS.verifier])
    assert unknown.value.names == ((ORIGIN, "c5c24307"),)
    with pytest.raises(SignatureWrong) as wrong:
        notes.open_note(note.replace("\n5\n", "\n6\n"), [HOUSE.verifier])
    assert (wrong.value.name, wrong.value.key_id) == (ORIGIN, "c5c24307")
    with pytest.raises(SignatureWrong):
        notes.open_note(note + COSIGNED.replace("zKZQ", "zKZR"), [HOUSE.verifier, WITNESS.verifier])


@given(st.integers(0, len(notes.sign(CHECKPOINT.text, [HOUSE]).encode()) - 1), st.integers(1, 255))
def test_every_byte_of_a_checkpoint_is_held(at: int, change: int) -> None:
    block = bytearray(notes.sign(CHECKPOINT.text, [HOUSE]).encode())
    block[at] ^= change
    try:
        note = block.decode()
    except UnicodeDecodeError:
        return
    with pytest.raises((NoteMalformed, SignatureWrong, KeyUnknown)):
        notes.open_note(note, [HOUSE.verifier])


@pytest.mark.parametrize(
    "note",
    [
        "",
        "text\n",
        "text\n\n",
        "\n\n" + SIGNED,
        "text\n\n" + SIGNED[:-1],
        "te\x00xt\n\n" + SIGNED,
        "te\rxt\n\n" + SIGNED,
        "text\n\n— name\n",
        "text\n\n- name AAAAAAAA\n",
        "text\n\n— na+me AAAAAAAA\n",
        "text\n\n— name AAAA\n",
        "text\n\n— name AAAAAAB=\n",
        "x" * notes.NOTE_MOST + "\n\n" + SIGNED,
    ],
)
def test_what_is_no_note_is_refused(note: str) -> None:
    with pytest.raises(NoteMalformed):
        notes.split(note)


@pytest.mark.parametrize(
    "text",
    [
        "x\n1\n",
        "x\n01\n" + ROOTS[0] + "\n",
        "x\n-1\n" + ROOTS[0] + "\n",
        "x\n1\n" + ROOTS[0] + "\nextension\n",
        "x\n1\n" + ROOTS[0],
        "x\n1\nAAAA\n",
        "x\n1\n" + ROOTS[0].rstrip("=") + "\n",
        "\n1\n" + ROOTS[0] + "\n",
        "x\n0\n" + ROOTS[0] + "\n",
        "x\n99999999999999999999\n" + ROOTS[0] + "\n",
        "x\n٣\n" + ROOTS[0] + "\n",
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(CheckpointMalformed):
        Checkpoint.parse(text)


def test_a_log_without_leaves_has_a_checkpoint_too() -> None:
    empty = Checkpoint(ORIGIN, 0, tree.EMPTY)
    assert Checkpoint.parse(empty.text) == empty
    assert checkpoints.SIZE_MOST == 2**63 - 1


# Tiles.


def published(size: int, steps: list[int], leaves: list[bytes]) -> dict[str, bytes]:
    """A log that grew in steps, as its folder holds it."""
    folder: dict[str, bytes] = {}
    had = 0
    for grown in [*steps, size]:
        for tile in tiles.new(had, grown):
            content = tiles.contents(
                tile, leaves=lambda start, end: leaves[start:end], full=lambda one: folder[one.path]
            )
            assert folder.setdefault(tile.path, content) == content, "a published file never changes"
        had = grown
    return folder


def test_tiles_of_a_log_that_grew_are_those_of_one_that_was_there() -> None:
    leaves = [tree.leaf_hash(number.to_bytes(4, "big")) for number in range(66_000)]
    size = len(leaves)
    grown = published(size, [1, 5, 255, 256, 257, 65_535, 65_536, 65_537], leaves)
    at_once = published(size, [], leaves)
    assert at_once.items() <= grown.items()
    assert [tile.path for tile in tiles.of(size) if tile.level > 0] == [
        "tile/1/000",
        "tile/1/001.p/1",
        "tile/2/000.p/1",
    ]
    assert tree.hashes(at_once["tile/2/000.p/1"]) == [tree.root(leaves[:65_536])]
    assert at_once["tile/0/257.p/208"] == b"".join(leaves[257 * 256 :])


def test_a_bundle_holds_entries_and_refuses_what_is_too_long() -> None:
    entries = [b"", b"a", b"b" * tiles.ENTRY_MOST]
    assert list(tiles.unbundle(tiles.bundle(entries))) == entries
    with pytest.raises(tiles.EntryTooLong):
        tiles.bundle([b"c" * (tiles.ENTRY_MOST + 1)])
    for broken in (b"\x00", b"\x00\x05abcd"):
        with pytest.raises(ValueError, match="breaks off"):
            list(tiles.unbundle(broken))
    assert tiles.new_bundles(250, 520) == [(0, 256), (1, 256), (2, 8)]
    assert tiles.entries_path(70_000) == "tile/entries/x070/000"
    with pytest.raises(ValueError, match="1 to 256"):
        tiles.entries_path(0, 0)


def test_a_signature_of_ml_dsa_stands_beside_the_others() -> None:
    later = Signer("pq.example/w3", bytes(range(64, 96)), Kind.ML_DSA_44)
    assert Signer.parse(later.secret_text) == later
    assert Verifier.parse(later.verifier.vkey) == later.verifier
    line = later.line(CHECKPOINT.text, at=1775019600)
    note = notes.sign(CHECKPOINT.text, [HOUSE]) + COSIGNED + line
    opened = notes.open_note(note, [later.verifier, WITNESS.verifier])
    assert [(each.verifier.name, each.at) for each in opened.signatures] == [
        ("srij.example/w1", 1775019600),
        ("pq.example/w3", 1775019600),
    ]
    message = b"subtree/v1\n\x00" + b"\x0dpq.example/w3" + (1775019600).to_bytes(8, "big")
    message += b"\x17casa.example/sabot/days" + bytes(8) + (5).to_bytes(8, "big") + CHECKPOINT.root
    assert notes.subtree(later.name, 1775019600, CHECKPOINT) == message
    with pytest.raises(SignatureWrong):
        notes.open_note(note.replace("\n5\n", "\n6\n"), [later.verifier])
    with pytest.raises(CheckpointMalformed):
        later.line("no checkpoint\n", at=1)
    for signer, at in ((later, None), (HOUSE, 1)):
        with pytest.raises(ValueError, match="without a time"):
            signer.line(CHECKPOINT.text, at=at)
