import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { withSecrets } from './dynamic-references.ts'
import { type References, resolve, type TemplateValue } from './intrinsics.ts'
import { Templates } from './templates.ts'

const refs: References = {
  ref: (name) => ({ 'AWS::Region': 'eu-west-3', Table: 'revision-local', Names: ['a', 'b'] })[name],
  getAtt: (logicalId, attribute) => `${logicalId}/${attribute}`,
}

test.each<{ value: TemplateValue; resolved: TemplateValue }>([
  { value: { Ref: 'Table' }, resolved: 'revision-local' },
  { value: { 'Fn::GetAtt': ['Url', 'FunctionUrl'] }, resolved: 'Url/FunctionUrl' },
  { value: { 'Fn::GetAtt': 'Pair.PublicKey' }, resolved: 'Pair/PublicKey' },
  { value: { 'Fn::Join': ['', ['a-', { Ref: 'AWS::Region' }, 1]] }, resolved: 'a-eu-west-31' },
  { value: { 'Fn::Join': [',', { Ref: 'Names' }] }, resolved: 'a,b' },
  { value: { 'Fn::Select': [2, { 'Fn::Split': ['/', 'https://x/y'] }] }, resolved: 'x' },
  { value: { 'Fn::Sub': 'of-${Table}' }, resolved: 'of-revision-local' },
  { value: { keep: 1, drop: { Ref: 'AWS::NoValue' } }, resolved: { keep: 1 } },
  { value: { Ref: 'Table', other: 1 }, resolved: { Ref: 'Table', other: 1 } },
])('$value', ({ value, resolved }) => {
  expect(resolve(value, refs)).toEqual(resolved)
})

test('rejects an intrinsic function that it does not know', () => {
  expect(() => resolve({ a: { 'Fn::ImportValue': 'x' } }, refs)).toThrow('Fn::ImportValue')
})

test.each([
  '{{resolve:secretsmanager:other:SecretString:::}}',
  '{{resolve:secretsmanager:known:SecretString:key::}}',
  '{{resolve:secretsmanager:known}}',
  '{{resolve:ssm:known}}',
])('rejects the reference %s', (text) => {
  expect(() => withSecrets({ list: [text] }, { known: 'x' }, 'eu-west-3')).toThrow('The local mode')
})

describe('the templates of a cloud assembly', () => {
  const templates = new Templates(assembly(), {
    region: 'eu-west-3',
    signingPublicKeys: { 'local/key': 'PEM' },
    secrets: { 'local/shared': 'known-to-both' },
  })

  test('resolve SSM parameters across stacks', () => {
    const { Environment } = templates
      .only('AWS::Lambda::Function')
      .read(v.object({ Environment: v.object({ Variables: v.record(v.string(), v.string()) }) }))
    expect(Environment.Variables).toEqual({
      POOL: 'eu-west-3_LocalPool',
      TABLE: 'revision-local',
      KEY: expect.stringMatching(/^K[A-Z0-9]{13}$/),
      SHARED: 'known-to-both,known-to-both',
    })
  })

  test('hold the local value of the deployment’s custom resource', () => {
    const { Key } = templates.only('AWS::CloudFront::PublicKey').read(v.object({ Key: v.string() }))
    expect(Key).toBe('PEM')
  })

  test('find resources by id, and name a missing one', () => {
    const { id } = templates.only('AWS::CloudFront::PublicKey')
    expect(templates.byId('AWS::CloudFront::PublicKey', id).logicalId).toBe('Key')
    expect(() => templates.byId('AWS::CloudFront::PublicKey', 'other')).toThrow("'other'")
    expect(() => templates.only('AWS::Nothing')).toThrow('AWS::Nothing')
  })

  test('know the assets by their upload keys', () => {
    expect(templates.assets.pathOf('abc.zip')).toMatch(/asset\.abc$/)
    expect(() => templates.assets.pathOf('def.zip')).toThrow('def.zip')
  })

  test('name the resource and the fault when a property is not as expected', () => {
    const wanted = v.object({ FunctionName: v.number() })
    expect(() => templates.only('AWS::Lambda::Function').read(wanted)).toThrow('Site/Function')
  })
})

/** Two small stacks, as the CDK writes them. */
function assembly(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'))
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content))
  const stack = (templateFile: string) => ({ type: 'aws:cloudformation:stack', properties: { templateFile } })
  mkdirSync(join(folder, 'asset.abc'))
  write('manifest.json', {
    artifacts: {
      Data: stack('data.json'),
      Site: stack('site.json'),
      'Site.assets': { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
    },
  })
  write('assets.json', { files: { abc: { source: { path: 'asset.abc' } } } })
  write('data.json', {
    Resources: {
      Users: { Type: 'AWS::Cognito::UserPool', Properties: {} },
      Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'revision-local' } },
      PoolId: { Type: 'AWS::SSM::Parameter', Properties: { Name: '/local/pool', Value: { Ref: 'Users' } } },
    },
  })
  write('site.json', {
    Parameters: { Pool: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/local/pool' } },
    Resources: {
      Function: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          FunctionName: 'revision-local-x',
          Role: { 'Fn::ImportValue': 'means nothing here' },
          Environment: {
            Variables: {
              POOL: { Ref: 'Pool' },
              TABLE: 'revision-local',
              KEY: { Ref: 'Key' },
              SHARED: {
                'Fn::Join': [
                  '',
                  [
                    '{{resolve:secretsmanager:',
                    { Ref: 'Shared' },
                    ':SecretString:::}},{{resolve:secretsmanager:local/shared:SecretString:::}}',
                  ],
                ],
              },
            },
          },
        },
      },
      Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'local/key' } },
      Shared: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'local/shared' } },
      Pair: { Type: 'Custom::SigningKeyPair', Properties: { SecretId: { Ref: 'Secret' } } },
      Key: {
        Type: 'AWS::CloudFront::PublicKey',
        Properties: { Key: { 'Fn::GetAtt': ['Pair', 'PublicKey'] } },
      },
    },
  })
  return folder
}
