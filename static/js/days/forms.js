// The forms that texts have in sealed files: digests, moments, names, days of this calendar.

export const DIGEST = /^[0-9a-f]{64}$/;
export const MOMENT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$/;
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const NAME = /^[a-z]+\.jsonl?$/;

/** Whether a name is a day of this calendar, from 2000 on. */
export function isDay(name) {
  if (!/^[2-9][0-9]{3}-[0-9]{2}-[0-9]{2}$/.test(name)) return false;
  const at = new Date(`${name}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(name);
}

/** The day before a day. */
export const dayBefore = (day) => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
