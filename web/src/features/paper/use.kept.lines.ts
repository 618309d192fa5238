import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { PaperRun } from '@dossard/contract/runs/run.check.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useState } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { usePageRiders, usePageZones } from '../../desk/page.reads.ts';
import { keptEntries } from '../../device/kept.entries.ts';
import { m } from '../../paraglide/messages.js';
import { readerHere } from '../../session/session.store.ts';
import type { TypedLine } from './typed.line.ts';

/** A line that waits for a decision, or for the network; `id` becomes the submission id if it is recorded. */
export interface WaitingLine extends TypedLine {
  id: string;
  zone: Pick<Zone, 'id' | 'name' | 'graduations'>;
}

/** Returns the waiting lines of sheets, stored on this device so that a reload loses none. */
export function useKeptLines() {
  const [riders, zones] = [usePageRiders(), usePageZones()];
  const { id: competitionId } = usePageCompetition();
  const owner = { user: readerHere(), competitionId };
  const [kept, setKept] = useState<readonly KeptLine[]>(() => keptLines.list(localStorage, owner));
  /** True if the storage was full for a line, which is then lost when the page closes. */
  const [isFull, setFull] = useState(false);

  const nameLine = ({ id, zoneId, dossard, run, points }: KeptLine): WaitingLine => ({
    id,
    run,
    points,
    rider: riders?.find(({ dossard_number }) => dossard_number === dossard) ?? unlistedRider(competitionId, dossard),
    zone: zones?.find((zone) => zone.id === zoneId) ?? {
      id: zoneId,
      name: m.zone_number({ id: zoneId }),
      graduations: [],
    },
  });

  function keep({ id, zone, rider, run, points }: WaitingLine, isMissing: boolean): void {
    const line = { id, zoneId: zone.id, dossard: rider.dossard_number, run, points, isMissing };
    setKept((lines) => [...lines.filter((one) => one.id !== id), line]);
    try {
      keptLines.keep(localStorage, owner, line);
    } catch (error) {
      console.error('The line could not be kept:', error);
      setFull(true);
    }
  }

  function remove({ id }: WaitingLine): void {
    const line = keptLines.list(localStorage, owner).find((one) => one.id === id);
    if (line) keptLines.drop(localStorage, owner, line);
    setKept((lines) => lines.filter((one) => one.id !== id));
  }

  return {
    isFull,
    keep,
    remove,
    missing: kept.filter(({ isMissing }) => isMissing).map(nameLine),
    unsent: kept.filter(({ isMissing }) => !isMissing).map(nameLine),
  };
}

/** A placeholder for a rider who is no longer listed; the server refuses the line with the reason. */
const unlistedRider = (competition_id: number, dossard_number: number): Participant => ({
  competition_id,
  dossard_number,
  first_name: '',
  last_name: '',
  category: '',
  gender: 'H',
  club: null,
  licence: null,
  run_count: 0,
});

interface KeptLine {
  id: string;
  zoneId: number;
  dossard: number;
  run: PaperRun;
  points: number;
  /** True if the line was compared and is only on paper; otherwise it waits for the network. */
  isMissing: boolean;
}

/**
 * Lines of a sheet that are compared with recorded runs and wait for the network or for a decision; stored without a
 * rider's name.
 */
const keptLines = keptEntries<KeptLine>({
  prefixOf: ({ user, competitionId }) => `sheet check ${competitionId} ${user} `,
  idOf: ({ id }) => id,
  parse: (line, id) => ({ ...line, id }),
  // Ids begin with the time.
  compare: (a, b) => (a.id < b.id ? -1 : 1),
});
