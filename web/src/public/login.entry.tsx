import { PublicLogin } from './public.login.tsx';
import { takeOver } from './take.over.tsx';

takeOver(PublicLogin);
void fetchDesk();

/** Lets the browser fetch what the desk starts with while the reader types; a failure shows itself on the desk. */
async function fetchDesk(): Promise<void> {
  const page = await fetch('/competitions').then(
    (answer) => answer.text(),
    () => '',
  );
  for (const [file] of page.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: file }));
}
