"""JSON of our own documents, compact and fast: frames, and what statements take and give back.

For what comes from outside and for what is hashed the standard library's `json` stays: it takes whole numbers of any
length, and its text is what the published formats name.
"""

from typing import Any

import orjson


def encode(value: Any) -> str:
    """The value as JSON without spaces; codes and spots may be keys."""
    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


def decode(text: str | bytes) -> Any:
    """The value of a JSON text of ours. Whole numbers beyond 64 bits would come back as floats: we write none."""
    return orjson.loads(text)
