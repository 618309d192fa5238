import fc from 'fast-check';

/** A rider as an organiser would type it. */
export interface TypedRider {
  dossard_number: number;
  category: string;
  last_name: string;
  first_name: string;
  gender: 'H' | 'F';
  club: string | null;
}

const letters = 'abcdefghijklmnopqrstuvwxyzàâäçéèêëîïôöùûüÿœABCDEFGHIJKLMNOPQRSTUVWXYZÇÉÈÀ';
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 8 });
const name = fc.oneof(
  word,
  fc.tuple(word, fc.constantFrom('-', ' ', '’', "'", ' de '), word).map((parts) => parts.join('')),
  fc.constantFrom("d'Arc", 'LE GALL', 'Ó Briain', 'O’Neill', 'de la Tour', 'M’Bo', 'Anne-Lou', 'Faÿ', 'Bœuf'),
);
const rider = fc.record<TypedRider>({
  dossard_number: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2_147_483_647 })),
  category: fc.constantFrom('U9', 'U11', 'U13', 'Élite', 'Open 20 pouces', 'Vétéran'),
  last_name: name,
  first_name: name,
  gender: fc.constantFrom('H', 'F'),
  club: fc.option(fc.oneof(name, fc.constantFrom('Les Crampons; section jeunes', 'Vélo "Trial", Pré'))),
});

/** Generates lists of riders with distinct dossards; names may repeat. */
export const riders = fc.uniqueArray(rider, {
  selector: ({ dossard_number }) => dossard_number,
  minLength: 1,
  maxLength: 20,
});
