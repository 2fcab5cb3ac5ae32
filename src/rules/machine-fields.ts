import { oneOf } from './read.ts';
import { SIDES } from './rules.ts';

/** JSON Schema, 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

/** A field of a move: its schema in the interface's description, and the matching check. */
export interface Field {
  readonly schema: Schema;
  readonly takes: (value: unknown) => boolean;
  readonly isOptional?: boolean;
}

/** A move that machines can make. */
export interface MachineMove {
  /** For the interface's description. */
  readonly summary: string;
  readonly fields: Readonly<Record<string, Field>>;
}

export const choice = (choices: readonly (string | number)[]): Field => ({
  schema: { enum: choices },
  takes: (value) => oneOf(choices, value),
});

export const whole = (minimum: number, maximum: number): Field => ({
  schema: { type: 'integer', minimum, maximum },
  takes: (value) => Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
});

export const decimal: Field = {
  schema: { type: 'number' },
  takes: (value) => typeof value === 'number',
};

export const flag: Field = { schema: { type: 'boolean' }, takes: (value) => typeof value === 'boolean' };

/** Without a limit, because systems count letters differently; storing the text limits it. */
export const text: Field = { schema: { type: 'string' }, takes: (value) => typeof value === 'string' };

export const listOf = ({ schema, takes }: Field, maxItems: number): Field => ({
  schema: { type: 'array', items: schema, minItems: 1, maxItems },
  takes: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= maxItems &&
    value.every((item) => takes(item)),
});

/** A field that may be left out. */
export const optional = (field: Field): Field => ({ ...field, isOptional: true });

/** A for the player whose name comes first, B for the other. */
export const side: Field = choice(SIDES);

/** The fields of a move as one schema. */
export const schemaOf = ({ fields }: Pick<MachineMove, 'fields'>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  required: Object.entries(fields).flatMap(([name, { isOptional = false }]) => (isOptional ? [] : [name])),
  additionalProperties: false,
});

/** The first field that is missing, unknown or invalid; null if all are valid. */
export const wrongField = (
  { fields }: Pick<MachineMove, 'fields'>,
  given: Readonly<Record<string, unknown>>,
): string | null => {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) return unknown;
  const wrong = Object.entries(fields).find(([name, { takes, isOptional = false }]) =>
    Object.hasOwn(given, name) ? !takes(given[name]) : !isOptional,
  );
  return wrong?.[0] ?? null;
};
