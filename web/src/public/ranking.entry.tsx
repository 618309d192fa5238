import { PublicRanking } from './public.ranking.tsx';
import { takeOver } from './take.over.tsx';

takeOver(PublicRanking);
