import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';

/* Generates docs/permissions.md from the outcomes of the tests. */

export type Outcome = 'allowed' | 'signs in first' | 'not found' | 'forbidden' | 'goes wrong';
/** The outcome for each caller, call by call. */
export type Matrix = [Endpoint, Record<string, Outcome>][];

const signs: Record<Outcome, string> = {
  allowed: '✓',
  'signs in first': '401',
  forbidden: '403',
  'not found': '404',
  'goes wrong': '?',
};

function printMatrix(rows: Matrix, who: readonly string[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['call', ...who]),
    line(['call', ...who].map(() => '---')),
    ...rows.map(([{ method, path }, found]) =>
      line([`\`${method} ${path}\``, ...who.map((name) => signs[found[name] ?? 'goes wrong'])]),
    ),
  ].join('\n');
}

/** Formats the page from the outcomes in a private competition, and the differences in a public one. */
export function printPermissions(found: { private: Matrix; differing: Matrix }, who: readonly string[]): string {
  return `# Who may do what

Printed from the answers that the server gave (\`server/src/http/access.test.ts\`): every call of the endpoint table, made by
everybody there is. ✓ is let in; 401 is asked to sign in; 403 is refused; 404 cannot tell the competition from one that does
not exist. *invited* is an account, here even an admin, whose address is not verified yet; *manage_users*,
*create_competition* and *super_admin* hold that permission and no role. Which role carries which permission stands in
\`contract/src/access/permissions.ts\`.

## In a private competition

${printMatrix(found.private, who)}

## What differs in a public competition

${printMatrix(found.differing, who)}
`;
}
