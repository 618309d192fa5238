import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts a script of this folder in a separate process and returns the address that it prints first. */
export async function startBare(
  script: string,
  environment: Record<string, string> = {},
): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const [firstOutput] = await once(child.stdout, 'data');
  return { url: String(firstOutput).trim(), process: child };
}
