import type { Group } from '@dossard/contract/categories/group.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { PaperRun } from '@dossard/contract/runs/run.check.schema.ts';
import { pointsOfRun } from '@dossard/contract/runs/run.rules.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../../paraglide/messages.js';
import { parseBib, parseDoors, parseTime } from './paper.typing.ts';

/** The fields of a line of a sheet, in the order in which they are typed. */
export const lineFields = ['bib', 'doors', 'time'] as const;
export type LineField = (typeof lineFields)[number];
export type TypedText = Record<LineField, string>;

/** A parsed line of a sheet. */
export interface TypedLine {
  rider: Participant;
  run: PaperRun;
  points: number;
}

/** Parses a partly typed line: the rider, the run if it is complete, and the problem of each field. */
export function parseLine(
  typed: TypedText,
  riders: readonly Participant[],
  zone: Zone,
  groupWord: (group: Group) => string,
) {
  const bib = parseBib(typed.bib);
  const rider = riders.find(({ dossard_number }) => dossard_number === bib);
  const graduation = rider && graduationFor(zone.graduations, rider);
  const doors = parseDoors(typed.doors);
  const chrono_sec = parseTime(typed.time);
  const problemOfBib = () => {
    if (bib === undefined) return m.dossard_invalid();
    if (!rider) return m.paper_unknown_bib();
    return graduation ? undefined : m.paper_no_graduation({ group: groupWord(rider) });
  };
  const problems: Record<LineField, string | undefined> = {
    bib: problemOfBib(),
    doors: doors ? undefined : m.paper_doors_problem(),
    time: chrono_sec === undefined ? m.paper_time_problem() : undefined,
  };
  const points = doors ? pointsOfRun(doors.doors, graduation) : 0;
  const run: PaperRun | undefined =
    doors && chrono_sec !== undefined ? { ...doors.doors, penality: doors.penality, chrono_sec } : undefined;
  const line: TypedLine | undefined = rider && run ? { rider, run, points } : undefined;
  return { rider, graduation, doors, chrono_sec, points, line, problems };
}
