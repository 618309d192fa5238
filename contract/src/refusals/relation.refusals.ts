import type { Words } from '../language/language.ts';

/* Refusals about what a competition is related to: rounds, series, and the other installation. */

export const relationRefusals = {
  not_home: {
    status: 409,
    words: {
      fr: 'Cette compétition est partagée, et c’est l’autre installation qui la gère en ce moment : faites ce changement là-bas.',
      en: 'This competition is shared, and the other installation manages it at the moment: make this change there.',
    },
  },
  place_not_found: {
    status: 404,
    words: {
      fr: 'Cette compétition n’est partagée avec aucune autre installation.',
      en: 'This competition is not shared with another installation.',
    },
  },
  place_shared: {
    status: 409,
    words: {
      fr: 'Cette compétition est déjà partagée avec une autre installation.',
      en: 'This competition is shared with another installation already.',
    },
  },
  place_round: {
    status: 409,
    words: {
      fr: 'Une compétition qui fait suite à une autre ne se partage pas : son départage aurait besoin de l’autre.',
      en: 'A competition that follows another one cannot be shared: its ties would need the other one.',
    },
  },
  place_code_unknown: {
    status: 404,
    words: {
      fr: 'L’autre installation ne connaît pas ce code, ou il ne vaut plus : faites-en afficher un nouveau là-bas.',
      en: 'The other installation does not know this code, or it is over: have a new one shown there.',
    },
  },
  place_unreachable: {
    status: 409,
    words: {
      fr: 'L’autre installation ne répond pas à cette adresse : vérifiez l’adresse et la connexion.',
      en: 'The other installation does not answer at this address: check the address and the connection.',
    },
  },
  place_version: {
    status: 409,
    words: {
      fr: 'Les deux installations n’ont pas la même version : mettez à jour la plus ancienne.',
      en: 'The two installations are of different versions: update the older one.',
    },
  },
  place_clock: {
    status: 409,
    words: {
      fr: 'Les horloges des deux installations diffèrent de {minutes} minutes : mettez-les à l’heure d’abord.',
      en: 'The clocks of the two installations differ by {minutes} minutes: set them first.',
    },
  },
  home_unknown: {
    status: 409,
    words: {
      fr: 'L’autre installation ne sait pas encore que la compétition est gérée ici : attendez qu’elle réponde.',
      en: 'The other installation does not know yet that the competition is managed here: wait until it answers.',
    },
  },
  conflict_not_found: {
    status: 404,
    words: { fr: 'Conflit introuvable, ou déjà décidé', en: 'Conflict not found, or decided already' },
  },
  rounds_circle: {
    status: 409,
    words: {
      fr: 'Cette compétition dépend déjà de celle-ci : elles se suivraient en cercle.',
      en: 'That competition already follows this one: they would follow each other in a circle.',
    },
  },
  no_round_before: {
    status: 409,
    words: {
      fr: 'Indiquez d’abord de quelle compétition viennent les pilotes, et combien par groupe.',
      en: 'Say first which competition the riders come from, and how many of each group.',
    },
  },
  relation_not_found: {
    status: 404,
    words: { fr: 'Ce rattachement n’existe plus.', en: 'This relation no longer exists.' },
  },
  too_many_relations: {
    status: 409,
    words: {
      fr: 'Cette compétition a déjà {maximum} rattachements de cette sorte : retirez-en un d’abord.',
      en: 'This competition already has {maximum} relations of this kind: remove one first.',
    },
  },
  last_series_admin: {
    status: 409,
    words: {
      fr: 'C’est le dernier administrateur du trophée. Nommez-en un autre d’abord.',
      en: 'This is the last admin of the series. Appoint another one first.',
    },
  },
} as const satisfies Record<string, { status: number; words: Words }>;
