import { createInterface } from 'node:readline/promises';

/** Asks the person at the terminal a yes-or-no question, in English or French; without a terminal the answer is no. */
export async function askOperator(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await terminal.question(`${question} [y/N, o/N] `);
    return /^(y|yes|o|oui)$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
