import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { relationsSchema } from './relation.schema.ts';

export const listRelations = endpoint('listRelations', 'GET /competition/:id/relations', {
  topic: 'relations',
  summary: 'The series, rounds and installations that a competition is related to, with who made each relation',
  who: inCompetition('manage_competition'),
  answer: relationsSchema,
});

export const takeOverRelation = endpoint(
  'takeOverRelation',
  'PUT /competition/:id/relations/:relationKind/:relationId',
  {
    changes: 'everything',
    summary: 'Puts a relation under the right of the caller, who is admin of both sides',
    who: inCompetition('manage_competition'),
    answer: relationsSchema,
  },
);

export const deleteRelation = endpoint(
  'deleteRelation',
  'DELETE /competition/:id/relations/:relationKind/:relationId',
  {
    changes: 'everything',
    summary: 'Ends a relation from this side',
    who: inCompetition('manage_competition'),
    answer: relationsSchema,
  },
);
