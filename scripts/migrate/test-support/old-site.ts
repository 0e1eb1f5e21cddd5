import { DRIVE_ID } from '#functions/test-support/content.ts'

/** What the new site is asked to keep of the old one, with every kind of fault. Addresses end in `@ancien.test`. */
export const OWNERS = ['proprietaire@ancien.test']
export const ADMINS = ['admin@ancien.test']

const OTHER_FILE = `${DRIVE_ID}-autre`
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const OWNER_ID = id(7)

const profiles = [
  'id,email,is_premium,is_admin,created_at,updated_at',
  `${id(1)},premium@ancien.test,t,f,2024-05-01 10:11:12.123456+00,2024-06-01 00:00:00+00`,
  `${id(2)},Gratuit@Ancien.test,false,,2024-05-02T10:11:12.000Z,`,
  `${id(3)},pas une adresse,f,f,2024-05-03 00:00:00+00,`,
  `${id(4)},drapeau@ancien.test,peut-être,f,2024-05-03 00:00:00+00,`,
  `${id(5)},date@ancien.test,f,f,hier,`,
  `${id(6)},PREMIUM@ancien.test,f,f,2024-05-04 00:00:00+00,`,
  `${OWNER_ID},proprietaire@ancien.test,t,t,2024-01-01 00:00:00+00,`,
  `${id(8)},admin@ancien.test,f,t,2024-01-02 00:00:00+00,`,
  `${id(9)},ex-admin@ancien.test,f,t,2024-01-03 00:00:00+00,`,
  `${id(10)},bloque@ancien.test,t,f,2024-01-04 00:00:00+00,`,
  `${id(11)},mal-bloque@ancien.test,f,f,2024-01-05 00:00:00+00,`,
  `${id(12)},inscrit@ancien.test,t,f,2024-01-06 00:00:00+00,`,
  `${id(13)},court@ancien.test`,
]

const blocks = [
  {
    email: 'bloque@ancien.test',
    reason: 'Partage',
    blocked_at: '2024-02-01T00:00:00+00:00',
    blocked_by: OWNER_ID,
  },
  {
    email: 'sans-compte@ancien.test',
    reason: null,
    blocked_at: '2024-02-02 00:00:00+00',
    blocked_by: 'SYSTEM',
  },
  { email: 'mal-bloque@ancien.test', reason: 'x', blocked_at: 'un jour', blocked_by: '' },
  { email: 'proprietaire@ancien.test', reason: 'x', blocked_at: '2024-02-03T00:00:00Z', blocked_by: '' },
  { email: '', reason: 'x', blocked_at: '2024-02-03T00:00:00Z', blocked_by: '' },
]

const subjects = [
  'id;track;year;session;file_path',
  `1;SM;2023;Normale;${DRIVE_ID}`,
  `2;SM;2023;Normale;${OTHER_FILE}`,
  `3;SM;2023;Normale;https://drive.google.com/file/d/${DRIVE_ID}/view`,
  `4;science-physique;2022;rattrapage;secure:${DRIVE_ID}`,
  `5;PC;2021;Normale;enc_${DRIVE_ID}`,
  `6;SVT;21;Normale;${DRIVE_ID}`,
  `7;SVT;2020;Normale;${OTHER_FILE}`,
]

const resource = (changes: object) => ({
  id: id(100),
  title: 'Énoncé de 2019',
  description: null,
  track: 'SM',
  theme: 'Nucléaire',
  chapter: 'Noyaux - masse et energie',
  year: 2019,
  session: 'Normale',
  resource_type: 'exercise',
  type: 'pdf',
  file_path: DRIVE_ID,
  is_free: false,
  thumbnail: null,
  created_at: '2024-03-01T08:00:00.5+00:00',
  ...changes,
})

const resources = [
  resource({}),
  resource({ title: 'Même identifiant' }),
  resource({ id: id(101), title: 'Jumelle' }),
  resource({
    id: id(102),
    title: '',
    type: 'video',
    is_free: true,
    file_path: 'https://youtu.be/abcdefghijk',
    thumbnail: `https://drive.google.com/thumbnail?id=${DRIVE_ID}`,
  }),
  resource({
    id: id(103),
    track: 'SVT',
    theme: 'electrolyse',
    chapter: 'Électrolyse des solutions aqueuses',
  }),
  resource({ id: id(104), year: '19', file_path: '' }),
  resource({ id: 'pas bon!', year: '2018', file_path: 'coming-soon', created_at: null }),
]

const audit = [
  'id,created_at,admin_email,action_type,target_email,old_values,new_values,ip',
  '1,2024-04-01 10:00:00+00,Proprietaire@ancien.test,UPDATE_USER_PREMIUM,premium@ancien.test,"{""is_premium"": false}","{""is_premium"": true}",::1',
  '2,2024-04-02 10:00:00+00,SYSTEM,DELETE,x@ancien.test,"{\n""note"": ""deux\\nlignes""}",,::1',
  '3,2023-04-01 10:00:00+00,proprietaire@ancien.test,CREATE,,,NULL,::1',
  '4,2024-04-04 10:00:00+00,quelqu’un,DELETE,x@ancien.test,,,::1',
  '3,2024-04-05 10:00:00+00,SYSTEM,DELETE,x@ancien.test,,,::1',
  '5,2024-04-05 10:00:00+00,SYSTEM,,x@ancien.test,,,::1',
]

/** The exports by file name. */
export const OLD_SITE: Record<string, string> = {
  'profiles_rows.csv': `\uFEFF${profiles.join('\r\n')}\r\n`,
  'blocked_users.json': JSON.stringify(blocks),
  'bac_subjects.csv': `${subjects.join('\n')}\n`,
  'resources.jsonl': resources.map((each) => `${JSON.stringify(each)}\n`).join(''),
  'admin_audit_logs.csv': `${audit.join('\n')}\n`,
  'active_sessions.csv': 'user_id\n',
}
