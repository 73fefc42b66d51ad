/** The schemas of resources, and what the service supports, as clients discover them (RFC 7643, sections 5 to 7). */
import { PAGE_SIZE } from './requests.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
export const USER_URN = `${CORE}:User`;
export const GROUP_URN = `${CORE}:Group`;

type Attribute = { name: string; description: string } & Partial<typeof DEFAULTS> & {
    subAttributes?: object[];
    canonicalValues?: string[];
    referenceTypes?: string[];
  };

const DEFAULTS = {
  type: 'string' as string,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite' as string,
  returned: 'default' as string,
  uniqueness: 'none' as string,
};

const attribute = (given: Attribute): object => ({ ...DEFAULTS, ...given });

const readOnly = { mutability: 'readOnly' };

const USER_ATTRIBUTES = [
  attribute({
    name: 'userName',
    description: 'The email address with which the person signs in.',
    required: true,
    uniqueness: 'server',
  }),
  attribute({ name: 'externalId', description: 'The id of the person at the client.', caseExact: true }),
  attribute({ name: 'displayName', description: 'The name of the person in Carrel.' }),
  attribute({
    name: 'name',
    type: 'complex',
    description: 'The parts of the name. Without displayName, they make up the name of the person in Carrel.',
    subAttributes: [
      attribute({ name: 'formatted', description: 'The same as displayName.' }),
      attribute({ name: 'givenName', description: 'The given name.' }),
      attribute({ name: 'familyName', description: 'The family name.' }),
    ],
  }),
  attribute({ name: 'active', type: 'boolean', description: 'Whether the person can sign in.' }),
  attribute({
    name: 'emails',
    type: 'complex',
    multiValued: true,
    description: 'Kept for the client, at most 10. Carrel sends its mail to userName.',
    subAttributes: [
      attribute({ name: 'value', description: 'An email address.' }),
      attribute({ name: 'type', description: 'Its kind.', canonicalValues: ['work', 'home', 'other'] }),
      attribute({ name: 'primary', type: 'boolean', description: 'Whether it is the preferred one.' }),
    ],
  }),
  attribute({
    name: 'groups',
    type: 'complex',
    multiValued: true,
    ...readOnly,
    description: 'The groups of the person that the connection sees.',
    subAttributes: [
      attribute({ name: 'value', description: 'The id of the group.', ...readOnly }),
      attribute({
        name: '$ref',
        type: 'reference',
        referenceTypes: ['Group'],
        caseExact: true,
        description: 'The URL of the group.',
        ...readOnly,
      }),
      attribute({ name: 'display', description: 'The name of the group.', ...readOnly }),
      attribute({ name: 'type', description: 'Always direct.', canonicalValues: ['direct'], ...readOnly }),
    ],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute({ name: 'displayName', description: 'The name of the group.', required: true, uniqueness: 'server' }),
  attribute({ name: 'externalId', description: 'The id of the group at the client.', caseExact: true }),
  attribute({
    name: 'members',
    type: 'complex',
    multiValued: true,
    description: 'The people in the group. Groups cannot be members.',
    subAttributes: [
      attribute({ name: 'value', description: 'The id of the person.', mutability: 'immutable' }),
      attribute({
        name: '$ref',
        type: 'reference',
        referenceTypes: ['User'],
        caseExact: true,
        description: 'The URL of the person.',
        mutability: 'immutable',
      }),
      attribute({ name: 'display', description: 'The name of the person.', ...readOnly }),
      attribute({ name: 'type', description: 'Always User.', canonicalValues: ['User'], mutability: 'immutable' }),
    ],
  }),
];

/** `base`: the URL up to `/scim/v2`. */
export function presentSchemas(base: string): object[] {
  const schema = (id: string, name: string, description: string, attributes: object[]) => ({
    schemas: [`${CORE}:Schema`],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  });
  return [
    schema(USER_URN, 'User', 'A person with an account.', USER_ATTRIBUTES),
    schema(GROUP_URN, 'Group', 'A named set of people.', GROUP_ATTRIBUTES),
  ];
}

export function presentResourceTypes(base: string): { id: string }[] {
  const type = (id: string, endpoint: string, schema: string, description: string) => ({
    schemas: [`${CORE}:ResourceType`],
    id,
    name: id,
    endpoint,
    description,
    schema,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  });
  return [
    type('User', '/Users', USER_URN, 'A person with an account.'),
    type('Group', '/Groups', GROUP_URN, 'A named set of people.'),
  ];
}

export function presentServiceProviderConfig(base: string): object {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: PAGE_SIZE },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Token of the connection',
        description: 'Authorization: Bearer with the token that a site admin created for the connection.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}
