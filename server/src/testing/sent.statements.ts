import type pg from 'pg';

export interface SentStatement {
  text: string;
  values: unknown[];
}

/** Records every statement that the connections of a pool send; `take` returns and clears them. */
export function recordStatements(pool: pg.Pool): { take(): SentStatement[] } {
  let sent: SentStatement[] = [];
  pool.on('connect', (connection) => {
    const query = connection.query.bind(connection) as (...given: unknown[]) => unknown;
    const noted = (...given: unknown[]) => {
      const [config, values] = given as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
      const text = typeof config === 'string' ? config : config.text;
      sent.push({ text, values: (typeof config === 'string' ? undefined : config.values) ?? values ?? [] });
      return query(...given);
    };
    connection.query = noted as typeof connection.query;
  });
  return {
    take() {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}
