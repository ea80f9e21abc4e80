"""The changes between two documents, told field by field in SQL: for registers of acts of staff."""

from typing import Final

from kernel.calendar import LISBON

_FIELDS: Final = """
SELECT f.key AS name, f.value FROM jsonb_each(found.{side}) f WHERE jsonb_typeof(f.value) <> 'object'
UNION ALL SELECT f.key || '.' || i.key, i.value FROM jsonb_each(found.{side}) f,
  jsonb_each(CASE WHEN jsonb_typeof(f.value) = 'object' THEN f.value ELSE '{{}}' END) i
"""
"""The fields of a document, those of the documents in it opened one step."""
_VALUE: Final = """CASE
  WHEN {value} IS NULL OR {value} IN ('null', '""', '[]') THEN '–'
  WHEN jsonb_typeof({value}) = 'boolean' THEN %(words)s::jsonb ->> CASE WHEN {value} = 'true' THEN 'yes' ELSE 'no' END
  WHEN jsonb_typeof({value}) = 'array' THEN (SELECT string_agg(each, '–') FROM jsonb_array_elements_text({value}) each)
  WHEN jsonb_typeof({value}) = 'number'
    AND (name IN ('balance', 'cents', 'minimum', 'max_prize', 'refunded') OR name LIKE 'caps.%%') THEN
    CASE WHEN {value}::bigint < 0 THEN '−' ELSE '' END || abs({value}::bigint) / 100 || ','
      || lpad((abs({value}::bigint) %% 100)::text, 2, '0')
  WHEN {value} #>> '{{}}' ~ %(moment)s AND pg_input_is_valid({value} #>> '{{}}', 'timestamptz') THEN
    to_char(({value} #>> '{{}}')::timestamptz AT TIME ZONE %(here)s, 'YYYY-MM-DD HH24:MI:SS.MS+')
      || to_char(({value} #>> '{{}}')::timestamptz AT TIME ZONE %(here)s
        - ({value} #>> '{{}}')::timestamptz AT TIME ZONE 'UTC', 'HH24:MI')
  ELSE coalesce(%(words)s::jsonb ->> (name || '=' || ({value} #>> '{{}}')), {value} #>> '{{}}')
END"""
_OLD, _NEW = _VALUE.format(value="o.value"), _VALUE.format(value="n.value")
# A new thing has nothing before; hidden values changed all the same.
CHANGED: Final = f"""
  SELECT string_agg(coalesce(%(words)s::jsonb ->> name, (%(words)s::jsonb ->> split_part(name, '.', 1)) || ' ('
    || coalesce(%(words)s::jsonb ->> split_part(name, '.', 2), split_part(name, '.', 2)) || ')', name) || ': '
    || CASE WHEN o.value IS NULL THEN '' ELSE {_OLD} || ' → ' END || {_NEW}, '; ' ORDER BY name)
  FROM ({_FIELDS.format(side="before")}) o FULL JOIN ({_FIELDS.format(side="after")}) n USING (name)
  WHERE o.value IS DISTINCT FROM n.value AND (o.value IS NOT NULL OR n.value <> 'null') OR o.value = '"•••"'
"""
"""Of a row `found` with the documents `before` and `after`; the parameter `words` names fields and codes, and `MOMENTS`
has the others."""
MOMENTS: Final = {"moment": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})$", "here": LISBON.key}
"""What a document keeps as a moment, whatever its zone, is told in legal time with its distance from UTC."""
