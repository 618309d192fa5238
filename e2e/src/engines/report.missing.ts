import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

/* Says which Debian packages the engines need that are not installed; ends with 1 if no engine can run. */

const engines = [webkit, firefox];
for (const { name, missing } of engines) {
  const packages = missing();
  if (packages.length > 0) console.log(`${name} is skipped: install ${packages.join(' and ')} (apt-get install).`);
}
if (engines.every(({ missing }) => missing().length > 0)) process.exit(1);
