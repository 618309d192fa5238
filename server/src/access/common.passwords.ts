/**
 * How many entries of the list are also rejected with digits and symbols appended; the list starts with the most
 * frequent.
 */
const mostFrequent = 3000;

/** Common here, but missing in an English list: words of French keyboards and of the product. */
const localWords = ['motdepasse', 'azertyuiop', 'bienvenue', 'administrateur', 'dossard', 'arbitre', 'referee'];

/** Digits and symbols that people use instead of letters. */
const letterOf: Readonly<Record<string, string>> = { '@': 'a', '3': 'e', '0': 'o', $: 's' };

/** Loaded on first use: 0.4 MB that most processes never need. */
let lists: Promise<{ all: Set<string>; stems: Set<string> }> | undefined;

async function readLists() {
  const { commonPasswords } = await import('./common.password.list.ts');
  return { all: new Set(commonPasswords), stems: new Set([...commonPasswords.slice(0, mostFrequent), ...localWords]) };
}

/**
 * Whether a password is one of the 49,000 most common ones in any case, or one of the 3,000 most common with up to five
 * digits and symbols appended and the usual symbols for letters, such as `P@ssword2027!` (V8).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  lists ??= readLists();
  const { all, stems } = await lists;
  const typed = password.toLowerCase();
  const stem = typed.replace(/[^\p{L}]{0,5}$/u, '');
  return all.has(typed) || stems.has(stem) || stems.has(stem.replace(/[@30$]/g, (sign) => letterOf[sign] ?? sign));
}
