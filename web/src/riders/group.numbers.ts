import type { Group } from '@dossard/contract/categories/group.ts';

/** Names one field per group, and reads their numbers in the form's order; null for an empty field. */
export const groupNumbers = (prefix: string) => ({
  nameOf: ({ category, gender }: Group) => prefix + JSON.stringify([category, gender]),
  read: (fields: FormData) =>
    [...fields].flatMap(([name, text]) => {
      if (!name.startsWith(prefix)) return [];
      const [category, gender] = JSON.parse(name.slice(prefix.length));
      return [{ category, gender, value: text === '' ? null : Number(text) }];
    }),
});
