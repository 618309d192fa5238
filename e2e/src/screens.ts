import { invitationLink, type Prepared } from './prepare.ts';
import { home } from './steps.ts';

/* Every screen of the product, for the journeys that inspect them and the command that takes their pictures. */

/** A screen, and how to open it. */
export interface Screen {
  name: string;
  path: (ids: Prepared) => string | Promise<string>;
  /** A text that is visible once the screen is complete. */
  shows: string | RegExp;
  /** For a projector: nobody reads it in a small window, or looks for help on it. */
  isDisplay?: boolean;
}

/** Creates a public series of the competition, with clubs. */
async function seriesOf({ api, competitionId }: Prepared): Promise<number> {
  const data = { name: 'Trophée des écrans', season: '2027', rule: { points: [150, 147, 144], beyond: 1, clubs: 3 } };
  const { id } = await (await api.post('/api/series', { data })).json();
  await api.put(`/api/series/${id}/competitions`, { data: { competition_ids: [competitionId] } });
  await api.put(`/api/series/${id}`, { data: { is_public: true } });
  return id;
}

/** Opens the entry page of the competition. */
async function openEntries({ api, competitionId }: Prepared): Promise<void> {
  const data = {
    is_open: true,
    closes_on: null,
    limit_in_all: 40,
    limits_of_groups: [],
    text: '',
    link: '',
    keep_days: 30,
  };
  await api.put(`/api/competition/${competitionId}/entries`, { data });
}

/** Makes a link for the judges of all zones, and returns its token. */
async function judgeToken({ api, competitionId }: Prepared): Promise<string> {
  const answer = await api.post(`/api/competition/${competitionId}/judge-links`, { data: { zone_ids: null } });
  return (await answer.json()).token;
}

/** Screens for anyone. */
export const openScreens: readonly Screen[] = [
  { name: 'public competitions', path: () => '/', shows: 'Trial des écrans' },
  {
    name: 'public ranking',
    path: ({ competitionId }) => `/public/competitions/${competitionId}/live-ranking`,
    shows: 'Zoé Exemple 112',
  },
  {
    name: 'public ranking, rider opened',
    path: ({ competitionId }) => `/public/competitions/${competitionId}/live-ranking?rider=45`,
    shows: 'Devant',
  },
  {
    name: 'public ranking in a frame',
    path: ({ competitionId }) => `/public/competitions/${competitionId}/live-ranking?embed=1`,
    shows: 'Zoé Exemple 112',
  },
  {
    name: 'rider’s page',
    path: ({ competitionId }) => `/public/competitions/${competitionId}/riders/45`,
    shows: 'Les Dalles',
  },
  {
    name: 'big screen',
    path: ({ competitionId }) => `/public/competitions/${competitionId}/screen`,
    shows: 'Zoé Exemple 112',
    isDisplay: true,
  },
  {
    name: 'entry page',
    path: async (ids) => {
      await openEntries(ids);
      return `/entry/${ids.competitionId}`;
    },
    shows: /Qui inscrit/,
  },
  { name: 'judge without a link', path: () => '/judge', shows: 'Scannez le code de votre zone' },
  { name: 'entry without a link', path: () => '/entry', shows: 'Ce lien n’est plus valable' },
  { name: 'judge with a link', path: async (ids) => `/judge#${await judgeToken(ids)}`, shows: 'Votre nom' },
  {
    name: 'series standings',
    path: async (ids) => `/series/${await seriesOf(ids)}`,
    shows: 'Zoé Exemple 112',
  },
  {
    name: 'series standings in a frame',
    path: async (ids) => `/embed/series/${await seriesOf(ids)}`,
    shows: 'Zoé Exemple 112',
  },
  { name: 'verify a list', path: () => '/verify', shows: 'Empreinte SHA-256' },
  {
    name: 'official list',
    path: async ({ api, competitionId }) => {
      const data = { category: 'U13', gender: 'F', state: 'official', reason: 'Exemple', jury: ['Alix Juge'] };
      const answer = await api.put(`/api/competition/${competitionId}/results`, { data });
      const { revision } = await answer.json();
      return `/public/competitions/${competitionId}/results?category=U13&gender=F&revision=${revision}`;
    },
    shows: 'Alix Juge',
  },
  {
    name: 'speaker with a link',
    path: async ({ api, competitionId }) => {
      const answer = await api.post(`/api/competition/${competitionId}/speaker/link`);
      return `/speaker?token=${(await answer.json()).token}`;
    },
    shows: 'À annoncer',
  },
  { name: 'speaker without the code of the link', path: () => '/speaker', shows: 'Il manque le code de ce lien' },
  { name: 'set-up', path: () => '/setup', shows: 'Dossard est déjà en service' },
  { name: 'sign in', path: () => '/login', shows: 'Mot de passe' },
  { name: 'register', path: () => '/register', shows: /^Il manque/ },
  { name: 'verification without its token', path: () => '/verify-email', shows: 'Il manque le code' },
  { name: 'forgotten password', path: () => '/forgot-password', shows: 'M’envoyer un mot de passe' },
];
/** Screens for signed-in people. */
export const guardedScreens: readonly Screen[] = [
  {
    name: 'invitation',
    path: async (ids) => (await invitationLink(ids)).replace(home(), ''),
    shows: 'Accepter l’invitation',
  },
  { name: 'invitation without its token', path: () => '/referee/invitation', shows: 'Il manque l’invitation' },
  { name: 'profile', path: () => '/profile', shows: 'État du compte' },
  { name: 'password', path: () => '/profile?tab=password', shows: 'Mot de passe actuel' },
  { name: 'security', path: () => '/profile/security', shows: 'Cet appareil' },
  { name: 'change password', path: () => '/change-password', shows: 'Mot de passe actuel' },
  { name: 'competitions', path: () => '/competitions', shows: 'Trial des écrans' },
  { name: 'guide', path: () => '/competitions/guide', shows: 'Publier et imprimer les résultats' },
  { name: 'guide for referees', path: () => '/competitions/guide/referee', shows: 'Un passage est refusé' },
  { name: 'unsent runs', path: () => '/competitions/outbox', shows: 'Tout est envoyé' },
  { name: 'new competition', path: () => '/new-competition', shows: 'Organisateur' },
  { name: 'series list', path: () => '/series', shows: 'Nouveau trophée' },
  { name: 'series', path: async (ids) => `/series/${await seriesOf(ids)}/edit`, shows: 'Réunir ou séparer' },
  {
    name: 'series standings of admins',
    path: async (ids) => `/series/${await seriesOf(ids)}/standings`,
    shows: 'Zoé Exemple 112',
  },
  { name: 'zones', path: ({ competitionId }) => `/competitions/${competitionId}/zones`, shows: 'Les Dalles' },
  { name: 'edit', path: ({ competitionId }) => `/competitions/${competitionId}/edit`, shows: 'Visibilité' },
  {
    name: 'QR invitation',
    path: ({ competitionId }) => `/competitions/${competitionId}/qr-invitation`,
    shows: 'Lien d’invitation',
  },
  {
    name: 'phones',
    path: ({ competitionId }) => `/competitions/${competitionId}/phones`,
    shows: /Pour tous les juges|Envoyer aux juges/,
  },
  {
    name: 'doubtful runs',
    path: ({ competitionId }) => `/competitions/${competitionId}/doubtful-runs`,
    shows: 'Aucun passage à vérifier',
  },
  {
    name: 'unresolved runs',
    path: ({ competitionId }) => `/competitions/${competitionId}/unresolved-runs`,
    shows: 'Aucun passage en attente',
  },
  { name: 'users', path: ({ competitionId }) => `/competitions/${competitionId}/users`, shows: 'Rôles' },
  {
    name: 'relations',
    path: async (ids) => {
      await seriesOf(ids);
      return `/competitions/${ids.competitionId}/relations`;
    },
    shows: 'Trophée des écrans 2027',
  },
  { name: 'data of an account', path: () => '/admin/account', shows: 'Supprimer le compte' },
  { name: 'alarms', path: () => '/admin/alarms', shows: 'Alarmes passées' },
  { name: 'security of the installation', path: () => '/admin/security', shows: 'Qui doit avoir un deuxième facteur' },
  { name: 'administration', path: () => '/admin', shows: 'Droits généraux' },
  {
    name: 'judge links',
    path: async (ids) => {
      await judgeToken(ids);
      return `/competitions/${ids.competitionId}/users#judge-links`;
    },
    shows: 'Toutes les zones',
  },
  {
    name: 'import',
    path: ({ competitionId }) => `/competitions/${competitionId}/participants?tab=import`,
    shows: 'Colonnes attendues',
  },
  {
    name: 'single entry',
    path: ({ competitionId }) => `/competitions/${competitionId}/participants?tab=add`,
    shows: 'Ajouter un participant',
  },
  {
    name: 'participants',
    path: ({ competitionId }) => `/competitions/${competitionId}/participants?tab=list`,
    shows: /Exemple 112/,
  },
  {
    name: 'all runs',
    path: ({ competitionId }) => `/competitions/${competitionId}/runs`,
    shows: 'Zoé Exemple 45',
  },
  { name: 'print', path: ({ competitionId }) => `/competitions/${competitionId}/print`, shows: 'Feuilles de zone' },
  {
    name: 'entries',
    path: async (ids) => {
      await openEntries(ids);
      return `/competitions/${ids.competitionId}/entries`;
    },
    shows: 'Page d’inscription',
  },
  {
    name: 'bib hand-out',
    path: ({ competitionId }) => `/competitions/${competitionId}/handout`,
    shows: 'Zoé Exemple 112',
  },
  {
    name: 'start-order',
    path: ({ competitionId }) => `/competitions/${competitionId}/start-order`,
    shows: 'Tirer au sort',
  },
  {
    name: 'speaker',
    path: ({ competitionId }) => `/competitions/${competitionId}/speaker`,
    shows: 'À annoncer',
  },
  {
    name: 'paper entry',
    path: ({ competitionId, zoneId }) => `/competitions/${competitionId}/paper?zone=${zoneId}`,
    shows: 'Portes et pénalités',
  },
  {
    name: 'practice',
    path: ({ competitionId }) => `/competitions/${competitionId}/practice`,
    shows: 'Tapez n’importe quel numéro',
  },
  {
    name: 'overview',
    path: ({ competitionId }) => `/competitions/${competitionId}/overview`,
    shows: 'Passages qui manquent',
  },
  {
    name: 'paper check',
    path: ({ competitionId, zoneId }) => `/competitions/${competitionId}/paper?zone=${zoneId}&check=true`,
    shows: 'Comparer la ligne',
  },
  {
    name: 'results',
    path: ({ competitionId }) => `/competitions/${competitionId}/results`,
    shows: 'plus aucun passage ne manque',
  },
  {
    name: 'jury’s copy',
    path: ({ competitionId }) => `/competitions/${competitionId}/jury`,
    shows: 'Imprimer la feuille',
  },
  { name: 'progress', path: ({ competitionId }) => `/competitions/${competitionId}/progress`, shows: 'Les Dalles' },
  {
    name: 'runs',
    path: ({ competitionId }) => `/competitions/${competitionId}/participants/45/runs`,
    shows: 'Passage n°\u00a01',
  },
  { name: 'ranking', path: ({ competitionId }) => `/competitions/${competitionId}/live-ranking`, shows: 'U13 Femmes' },
  {
    name: 'history',
    path: ({ competitionId }) => `/competitions/${competitionId}/history`,
    shows: 'a créé la compétition',
  },
  {
    name: 'referee',
    path: ({ competitionId, zoneId }) => `/competitions/${competitionId}/zones/${zoneId}/referee`,
    shows: 'Chercher le pilote',
  },
];
