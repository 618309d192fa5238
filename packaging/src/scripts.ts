import type { Target } from './targets.ts';

/* The files that people open. They only find the current version, so that an update need not change them. */

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

const batch = (launcher: string, pause: string) =>
  [
    '@echo off',
    'title Dossard',
    'setlocal',
    'set /p version=<"%~dp0current"',
    `"%~dp0versions\\%version%\\bin\\node.exe" "%~dp0versions\\%version%\\launcher\\${launcher}.js" %*`,
    pause,
    '',
  ].join('\r\n');

/** Lists the files that start a package of a target. */
export function scriptsOf({ platform }: Target): Script[] {
  if (platform === 'win32') {
    // The window stays open after an error, so that its last output can be read.
    return [
      { file: 'Dossard.cmd', text: batch('start', 'if errorlevel 1 pause') },
      { file: 'Update.cmd', text: batch('update', 'pause') },
    ];
  }
  const [start, update] = platform === 'darwin' ? ['Dossard.command', 'Update.command'] : ['start.sh', 'update.sh'];
  return [
    { file: start, text: shell('start') },
    { file: update, text: shell('update') },
  ];
}

/** Text of the README beside them, for first-time users. */
export function readmeOf(target: Target, version: string): string {
  const [start] = scriptsOf(target);
  return `Dossard ${version}

FR  Ouvrez ${start?.file}. Au premier démarrage, le navigateur vous fait créer votre compte, ou ouvrir une
    démonstration. S’il ne s’ouvre pas, l’adresse est dans la fenêtre noire. Pour arrêter : Ctrl+C dans cette fenêtre.
    Vos données sont dans le dossier data, les sauvegardes dans data/backups. Rien n’est installé ailleurs.
    Nouvelle version : arrêtez Dossard, puis ${howToUpdate(target, 'fr')}.
    Réglages : un par ligne, dans un fichier settings.env à côté de celui-ci, par exemple PORT=8080

EN  Open ${start?.file}. At the first start the browser lets you create your account, or open a demonstration. If it
    does not open, the address is in the black window. To stop: Ctrl+C in that window.
    Your data are in the folder data, the backups in data/backups. Nothing is installed elsewhere.
    A new version: stop Dossard, then ${howToUpdate(target, 'en')}.
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
