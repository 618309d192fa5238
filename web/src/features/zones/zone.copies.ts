import type { GraduationInput, Zone, ZoneInput } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../../paraglide/messages.js';

/** Maximum length of a zone's name, in characters. */
const longest = 100;

/** Splits a name into two parts, « Zone » and 3; the number is undefined if there is none. */
function splitName(name: string): { stem: string; number: number | undefined } {
  const [, stem = name, digits] = /^(.*?)(\d{1,4})$/.exec(name) ?? [];
  return { stem, number: digits === undefined ? undefined : Number(digits) };
}

const hasName = (names: readonly string[], name: string) =>
  names.some((one) => one.toLowerCase() === name.toLowerCase());

/** Returns the problem of a zone's name that another zone has, by field: a judge could not tell the two apart. */
export const objectToName = (name: string, others: readonly string[]): Record<string, string> =>
  hasName(others, name.trim()) ? { name: m.zone_exists({ zone: name.trim() }) } : {};

/** Lists numbered names from `start` on that are not taken. */
function listFreeNames(stem: string, start: number, count: number, taken: readonly string[]): string[] {
  const names: string[] = [];
  for (let number = start; names.length < count; number += 1) {
    const end = String(number);
    const name = `${stem.slice(0, longest - end.length)}${end}`;
    if (!hasName(taken, name)) names.push(name);
  }
  return names;
}

/** Names several new zones after the first one: counts its number on, or adds numbers; taken names are skipped. */
export function numberZones(first: string, count: number, taken: readonly string[]): string[] {
  const name = first.trim();
  if (count === 1 || name === '') return Array<string>(count).fill(name);
  const { stem, number } = splitName(name);
  if (number === undefined) return listFreeNames(`${name} `, 1, count, taken);
  return [name, ...listFreeNames(stem.replace(/0+$/, ''), number + 1, count - 1, taken)];
}

/** Names a copy of a zone with the next free number. */
export function nameCopy(name: string, taken: readonly string[]): string {
  const { stem, number } = splitName(name);
  const start = number === undefined ? 2 : number + 1;
  const [copy = name] = listFreeNames(number === undefined ? `${name.slice(0, longest - 2)} ` : stem, start, 1, taken);
  return copy;
}

/** Copies a graduation of another zone as a new one. */
export const copyGraduation = ({ id: _, ...graduation }: Zone['graduations'][number]): GraduationInput => graduation;

/** Copies a zone with its graduations as a new one, named with the next number that is free among `zones`. */
export const copyZone = (zone: Zone, zones: readonly Zone[]): ZoneInput => ({
  name: nameCopy(
    zone.name,
    zones.map(({ name }) => name),
  ),
  graduations: zone.graduations.map(copyGraduation),
});
