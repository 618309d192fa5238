import { endpointsOf, inCompetition } from '../calls/endpoint.ts';
import { relationsSchema } from './relation.schema.ts';

const relationEndpoint = endpointsOf({ who: inCompetition('manage_competition'), changes: 'everything' });

export const listRelations = relationEndpoint('listRelations', 'GET /competition/:id/relations', {
  topic: 'relations',
  summary: 'The series, rounds and installations that a competition is related to, with who made each relation',
  answer: relationsSchema,
});

export const takeOverRelation = relationEndpoint(
  'takeOverRelation',
  'PUT /competition/:id/relations/:relationKind/:relationId',
  {
    summary: 'Puts a relation under the right of the caller, who is admin of both sides',
    answer: relationsSchema,
  },
);

export const deleteRelation = relationEndpoint(
  'deleteRelation',
  'DELETE /competition/:id/relations/:relationKind/:relationId',
  {
    summary: 'Ends a relation from this side',
    answer: relationsSchema,
  },
);
