import { sheetOf } from '@dossard/testbed/product/event.ts';
import { call } from '@dossard/testbed/product/product.ts';
import * as XLSX from '@e965/xlsx';
import type { Bench } from './bench.ts';
import { makeField, submissionOf } from './events.ts';
import { type Figure, median, millisecondsOf } from './figure.ts';
import { requestsPerSecond } from './load.ts';

const rows = 5_000;
const rounds = 5;

/**
 * Measures an import of 5,000 rows of csv over HTTP, divided by a dry run of the same file, which only reads and plans.
 */
export async function measureImportStore(bench: Bench): Promise<Figure> {
  const stored: number[] = [];
  const planned: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const path = await importPath(bench);
    const plannedMs = await millisecondsOf(() => call(bench, 'POST', `${path}?dry_run=true`, sheetOf(rows)));
    const storedMs = await millisecondsOf(() => call(bench, 'POST', path, sheetOf(rows)));
    if (round === 0) continue;
    planned.push(plannedMs);
    stored.push(storedMs);
  }
  return {
    value: median(stored) / median(planned),
    unit: 'ratio',
    reach: '≤ 3',
    note: `${median(stored).toFixed(0)} ms stored, ${median(planned).toFixed(0)} ms only read and planned`,
  };
}

/** Measures an import of 5,000 rows of xlsx over HTTP, divided by only reading the sheet with the same library. */
export async function measureImport(bench: Bench): Promise<Figure> {
  const bytes = workbook();
  const stored: number[] = [];
  const read: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const path = await importPath(bench);
    const storedMs = await millisecondsOf(() => call(bench, 'POST', path, formOf(bytes)));
    const readMs = await millisecondsOf(async () => {
      const book = XLSX.read(bytes, { dense: true });
      const [name = ''] = book.SheetNames;
      const sheet = book.Sheets[name];
      if (!sheet || XLSX.utils.sheet_to_json(sheet, { header: 1 }).length !== rows + 1)
        throw new Error('Rows are gone.');
    });
    if (round === 0) continue;
    stored.push(storedMs);
    read.push(readMs);
  }
  return {
    value: median(stored) / median(read),
    unit: 'ratio',
    reach: '≤ 3',
    note: `${median(stored).toFixed(0)} ms, ${median(read).toFixed(0)} ms to read the sheet`,
  };
}

/**
 * Measures the p99 of POST /run while 5,000 rows are imported and 30,000 runs exported, divided by the same at rest.
 */
export async function measureWriteDuringImport(bench: Bench): Promise<Figure> {
  const event = await makeField(bench, 200, 0);
  const large = await makeField(bench, 5_000, 6);
  const rest: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const write = (kind: string) => slowestWrites(bench, event, `${kind}-${round}`);
    const restMs = await write('rest');
    const path = await importPath(bench);
    const work = Promise.all([
      call(bench, 'POST', path, formOf(workbook())),
      fetch(`${bench.url}/api/competition/${large.competition_id}/results/export`, {
        headers: { cookie: bench.cookie },
      }).then((answer) => answer.arrayBuffer()),
    ]);
    const busyMs = await write('busy');
    await work;
    if (round === 0) continue;
    rest.push(restMs);
    busy.push(busyMs);
  }
  return {
    value: median(busy) / median(rest),
    unit: 'ratio',
    reach: '≤ 5',
    note: `p99 ${median(busy).toFixed(0)} ms, ${median(rest).toFixed(0)} ms at rest`,
  };
}

/** Returns the p99 of 400 runs of four referees, in milliseconds. */
export async function slowestWrites(bench: Bench, event: Awaited<ReturnType<typeof makeField>>, name: string) {
  let p99 = 0;
  await requestsPerSecond(`${bench.url}/api/run`, {
    connections: 4,
    amount: 400,
    method: 'POST',
    headers: { cookie: bench.cookie, 'content-type': 'application/json' },
    body: (index) => JSON.stringify(submissionOf(event, `${name}-${index}`, (index % 200) + 1)),
    status: 201,
    onLatency: (milliseconds) => {
      p99 = milliseconds;
    },
  });
  return p99;
}

async function importPath(bench: Bench): Promise<string> {
  const { competition_id } = await makeField(bench, 1, 0);
  return `/competition/${competition_id}/participants`;
}

function workbook(): Buffer {
  const table = [
    ['Dossard', 'Catégorie', 'Nom', 'Prénom', 'Sexe', 'Club'],
    ...Array.from({ length: rows }, (_, index) => [index + 1, 'U13', `Exemple ${index}`, 'Lou', 'F', 'Club']),
  ];
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(table), 'Engagés');
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
}

function formOf(bytes: Buffer): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'riders.xlsx');
  return form;
}
