import { usualPlaces } from './chromium.ts'

test.each([
  {
    platform: 'darwin',
    environment: { HOME: '/Users/someone' },
    places: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Users/someone/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Users/someone/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
  },
  {
    platform: 'darwin',
    environment: {},
    places: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
  },
  {
    platform: 'win32',
    environment: {
      PROGRAMFILES: 'C:\\Program Files',
      'PROGRAMFILES(X86)': 'C:\\Program Files (x86)',
      LOCALAPPDATA: 'C:\\Users\\someone\\AppData\\Local',
    },
    places: [
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files\\Chromium\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Chromium\\Application\\chrome.exe',
      'C:\\Users\\someone\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Users\\someone\\AppData\\Local\\Chromium\\Application\\chrome.exe',
    ],
  },
  { platform: 'linux', environment: { HOME: '/home/someone' }, places: [] },
])('browsers on $platform stand in their usual places', ({ platform, environment, places }) => {
  expect(usualPlaces(platform, environment)).toEqual(places)
})
