import type { Row } from '@dossard/contract/places/exchange.schema.ts';
import { isSameRow } from '@dossard/contract/places/exchange.ts';
import type { KeptRun } from '@dossard/web/referee/outbox/kept.run.ts';
import type { VirtualServer } from './virtual.server.ts';

/** Finds problems at the end: a confirmed run that is missing, a duplicate, or sides that differ. */
export function findFaults(servers: readonly [VirtualServer, VirtualServer], entries: readonly KeptRun[]): string[] {
  const [a, b] = servers;
  const faults: string[] = [];
  if (a.isHome() === b.isHome()) faults.push(a.isHome() ? 'both sides are home' : 'neither side is home');
  const sides = servers.map(({ ledger }) => ledger.rows);
  const names = new Set(sides.flatMap((rows) => [...rows.keys()]));
  for (const name of names) {
    const [one, other] = sides.map((rows) => shown(rows.get(name)));
    if (one === other || (one && other && isSameRow(one, other))) continue;
    faults.push(`${name} differs: ${JSON.stringify(one)} at a, ${JSON.stringify(other)} at b`);
  }
  for (const { submission, state } of entries) {
    if (state !== 'sent') continue;
    const id = submission.submission_id;
    for (const [index, rows] of sides.entries())
      if (!rows.has(`run ${id}`) && !rows.has(`unresolved_run ${id}`))
        faults.push(`${id} is lost at ${index === 0 ? 'a' : 'b'}`);
  }
  for (const rows of sides) {
    const numbers = new Set<string>();
    for (const row of rows.values()) {
      if (row.kind !== 'run') continue;
      const number = `${row.dossard}/${row.run_number}`;
      if (numbers.has(number)) faults.push(`${number} is two runs`);
      numbers.add(number);
    }
  }
  return faults;
}

/** Returns a visible row; a hidden one counts as missing. */
function shown(row: Row | undefined): Row | undefined {
  if (!row || ('deleted' in row && row.deleted)) return undefined;
  return row.kind === 'unresolved_run' && row.state !== 'waiting' ? undefined : row;
}
