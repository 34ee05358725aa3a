import * as v from 'valibot';
import { untilMore } from '../until-more.ts';
import { commonFaults, type CommonFaultDocument } from '../documents/fault.ts';
import type { ActDocument } from '../client-extras/acts.ts';
import { clientExtras } from '../client-extras/registry.ts';
import type { OwnFaultDocument } from './fault-kind.ts';
import { serviceKinds } from './registry.ts';

/** The lock modules that are known: more with every service, and with every module that a service takes on. */
const kindsKnown = (): number => serviceKinds().flatMap(({ locks }) => locks).length;

/** A lock service of a document: one of those known, by its kind. */
export const serviceSchema = v.lazy(
  untilMore(kindsKnown, () => byKind(serviceKinds().map(({ kind, schema }) => [kind, schema]))),
);

/** A lock module that a client's policies name: one of those known, by its kind. */
export const lockSchema = v.lazy(
  untilMore(kindsKnown, () =>
    // A module that locks at several services has the same fields at each.
    byKind([
      ...new Map(
        serviceKinds().flatMap(({ locks }) => locks.map(({ kind, schema }) => [kind, schema] as const)),
      ),
    ]),
  ),
);

/** A fault of a document, as read. */
export type FaultDocument = CommonFaultDocument | OwnFaultDocument | ActDocument;

/** A fault of a document: one that every service knows, or one of those that some service knows. */
export const faultSchema = v.lazy(
  untilMore(kindsKnown, (): v.GenericSchema<unknown, FaultDocument> => {
    const own = new Map(
      serviceKinds().flatMap(({ faults }) => faults.map(({ kind, schema }) => [kind, schema] as const)),
    );
    const act = clientExtras()?.act;
    const acts = act === undefined ? [] : ([['act', act]] as const);
    return byKind<FaultDocument>([
      ...commonFaults.map((schema) => [schema.entries.kind.literal, schema] as const),
      ...own,
      ...acts,
    ]);
  }),
);

function byKind<Document>(
  known: readonly (readonly [kind: string, schema: v.GenericSchema<unknown, Document>])[],
): v.GenericSchema<unknown, Document> {
  const kinds = known.map(([kind]) => `"${kind}"`);
  const all =
    kinds.length < 2 ? kinds.join('') : `${kinds.slice(0, -1).join(', ')} or ${String(kinds.at(-1))}`;
  // A variant reads the kind that each of them states as a literal.
  const schemas = known.map(([, schema]) => schema) as unknown as v.VariantOptions<'kind'>;
  return v.variant('kind', schemas, `must have kind ${all}`) as unknown as v.GenericSchema<unknown, Document>;
}
