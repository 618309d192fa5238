/** How many of the list are also refused with digits and signs behind them; it begins with the most frequent. */
const mostFrequent = 3000;

/** Common here, and missing in a list that was gathered in English: words of French keyboards and of the product. */
const localWords = ['motdepasse', 'azertyuiop', 'bienvenue', 'administrateur', 'dossard', 'arbitre', 'referee'];

/** Digits and signs that people put in the place of letters. */
const letterOf: Readonly<Record<string, string>> = { '@': 'a', '3': 'e', '0': 'o', $: 's' };

/** Read when it is first needed: 0.4 MB, which most processes never ask. */
let lists: Promise<{ all: Set<string>; stems: Set<string> }> | undefined;

async function readLists() {
  const { commonPasswords } = await import('./common.password.list.ts');
  return { all: new Set(commonPasswords), stems: new Set([...commonPasswords.slice(0, mostFrequent), ...localWords]) };
}

/**
 * Returns true if a password is one of the 49,000 most common ones in any case, or one of the 3,000 most common with up to five
 * digits and signs behind it and usual signs for letters, such as `P@ssword2027!` (V8).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  lists ??= readLists();
  const { all, stems } = await lists;
  const typed = password.toLowerCase();
  const stem = typed.replace(/[^\p{L}]{0,5}$/u, '');
  return all.has(typed) || stems.has(stem) || stems.has(stem.replace(/[@30$]/g, (sign) => letterOf[sign] ?? sign));
}
