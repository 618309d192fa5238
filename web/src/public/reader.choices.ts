/* The reader's menu of a page that React does not hydrate: the choices of language and theme, as `ui/frame` stores them. */

const { dataset } = document.documentElement;

/** Shows the present theme in the menu; the server does not know it. */
export function showTheme(): void {
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[name="theme"]'))
    radio.checked = radio.value === dataset.theme;
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const { name, value } = target;
  if (name !== 'theme' && name !== 'language') return;
  localStorage.setItem(`app-${name}`, value);
  // The page asks for its content in the language that `theme.js` then finds.
  if (name === 'language') window.location.reload();
  else Object.assign(dataset, { theme: value, mantineColorScheme: value === 'dark' ? 'dark' : 'light' });
});
