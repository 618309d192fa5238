import { setLocale } from '@dossard/contract/language/locale.ts';

// Tests have no document that states a language.
setLocale('fr');
