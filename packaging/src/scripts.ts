import type { Target } from './targets.ts';

/* The files that people open. They only find the current version, so that an update need not change them. */

type System = Pick<Target, 'platform'>;

interface Script {
  file: string;
  text: string;
}

/** Uses only builtins of sh, and nothing of the PATH. */
const shell = (launcher: string) => `#!/bin/sh
here=\${0%/*}
[ "$here" = "$0" ] && here=.
home=$(CDPATH= cd -- "$here" && pwd) || exit 1
read -r version < "$home/current" || exit 1
exec "$home/versions/$version/bin/node" "$home/versions/$version/launcher/${launcher}.js" "$@"
`;

const batch = (launcher: string, ...then: string[]) =>
  [
    '@echo off',
    'title Dossard',
    'setlocal',
    'set /p version=<"%~dp0current"',
    `"%~dp0versions\\%version%\\bin\\node.exe" "%~dp0versions\\%version%\\launcher\\${launcher}.js" %*`,
    ...then,
    '',
  ].join('\r\n');

/** Windows cannot delete a program that runs, so the rest goes once Node has ended, and this file with its last line. */
const removeTheRest = [
  'if errorlevel 1 (pause & exit /b 1)',
  'cd /d "%~dp0.."',
  'rd /s /q "%~dp0versions"',
  'pause',
  'del "%~f0" & rd "%~dp0." 2>nul & exit',
];

/** The files of an installation beside its versions, for the one that removes it. */
export const filesOf = (target: System): string[] => [
  ...scriptsOf(target).map(({ file }) => file),
  'README.txt',
  'current',
];

/** Lists the files that start a package of a target. */
export function scriptsOf({ platform }: System): Script[] {
  if (platform === 'win32') {
    // The window stays open after an error, so that its last output can be read.
    return [
      { file: 'Dossard.cmd', text: batch('start', 'if errorlevel 1 pause') },
      { file: 'Update.cmd', text: batch('update', 'pause') },
      { file: 'Uninstall.cmd', text: batch('uninstall', ...removeTheRest) },
    ];
  }
  const isMac = platform === 'darwin';
  return [
    { file: isMac ? 'Dossard.command' : 'start.sh', text: shell('start') },
    { file: isMac ? 'Update.command' : 'update.sh', text: shell('update') },
    { file: isMac ? 'Uninstall.command' : 'uninstall.sh', text: shell('uninstall') },
  ];
}

/** Text of the README beside them, for first-time users. */
export function readmeOf(target: Target, version: string): string {
  const [start, update, uninstall] = scriptsOf(target).map(({ file }) => file);
  return `Dossard ${version}

FR  Ouvrez ${start}. Au premier démarrage, le navigateur vous fait créer votre compte, ou ouvrir une
    démonstration. S’il ne s’ouvre pas, l’adresse est dans la fenêtre noire. Pour arrêter : Ctrl+C dans cette fenêtre.
    Vos données sont dans le dossier data, les sauvegardes dans data/backups. Rien n’est installé ailleurs.
    Nouvelle version : arrêtez Dossard, puis ${howToUpdate(target, 'fr')}.
    Ouvert sans fichier, ${update} propose de revenir à la version précédente. Désinstaller : ouvrez ${uninstall}.
    Réglages : un par ligne, dans un fichier settings.env à côté de celui-ci, par exemple PORT=8080

EN  Open ${start}. At the first start the browser lets you create your account, or open a demonstration. If it
    does not open, the address is in the black window. To stop: Ctrl+C in that window.
    Your data are in the folder data, the backups in data/backups. Nothing is installed elsewhere.
    A new version: stop Dossard, then ${howToUpdate(target, 'en')}.
    Opened without a file, ${update} offers to go back to the former version. To uninstall: open ${uninstall}.
    Settings: one a line, in a file settings.env beside this one, for example PORT=8080
`;
}

function howToUpdate(target: Target, language: 'fr' | 'en'): string {
  const [, update] = scriptsOf(target);
  const file = `dossard-…${target.archive}`;
  if (target.platform === 'win32') {
    return language === 'fr'
      ? `déposez le fichier ${file} (et son .sha256 à côté) sur ${update?.file}`
      : `drop the file ${file} (with its .sha256 beside it) on ${update?.file}`;
  }
  const command = `./${update?.file} ${file}`;
  return language === 'fr'
    ? `dans un terminal : ${command} (son .sha256 à côté)`
    : `in a terminal: ${command} (its .sha256 beside it)`;
}
