import { accraAreas, type Region, readRegion } from './delivery-fee.ts'

/** The larger towns of each region, its capital first. Only suggestions: any other town may be typed. */
// biome-ignore format: one line for each region
export const townsOf = {
  Ahafo: ['Goaso', 'Bechem', 'Duayaw Nkwanta', 'Kenyasi', 'Hwidiem', 'Mim', 'Kukuom', 'Sankore', 'Yamfo', 'Techimantia', 'Acherensua'],
  Ashanti: ['Kumasi', 'Obuasi', 'Ejisu', 'Mampong', 'Konongo', 'Bekwai', 'Offinso', 'Ejura', 'Agogo', 'Effiduase', 'Abuakwa', 'Juaben', 'Tepa', 'Nkawie', 'Mamponteng'],
  Bono: ['Sunyani', 'Berekum', 'Dormaa Ahenkro', 'Wenchi', 'Drobo', 'Sampa', 'Odumase', 'Fiapre', 'Chiraa', 'Nsoatre', 'Wamfie', 'Nsawkaw', 'Jinijini'],
  'Bono East': ['Techiman', 'Kintampo', 'Nkoranza', 'Atebubu', 'Yeji', 'Prang', 'Kwame Danso', 'Tuobodom', 'Jema', 'Amantin', 'Busunya', 'Kajaji'],
  Central: ['Cape Coast', 'Kasoa', 'Winneba', 'Agona Swedru', 'Mankessim', 'Elmina', 'Saltpond', 'Dunkwa-on-Offin', 'Assin Fosu', 'Apam', 'Twifo Praso', 'Breman Asikuma', 'Anomabo', 'Awutu Breku', 'Buduburam'],
  Eastern: ['Koforidua', 'Nsawam', 'Nkawkaw', 'Suhum', 'Akim Oda', 'Asamankese', 'Akosombo', 'Somanya', 'Odumase-Krobo', 'Aburi', 'Kade', 'Kibi', 'Mpraeso', 'Begoro', 'Donkorkrom'],
  'Greater Accra': ['Accra', 'Tema', 'Madina', 'Ashaiman', 'Adenta', 'Teshie', 'Nungua', 'Dome', 'Amasaman', 'Pokuase', 'Weija', 'Dodowa', 'Prampram', 'Kpone', 'Ada Foah'],
  'North East': ['Nalerigu', 'Walewale', 'Gambaga', 'Bunkpurugu', 'Chereponi', 'Nakpanduri', 'Yagaba', 'Yunyoo', 'Wulugu', 'Langbinsi'],
  Northern: ['Tamale', 'Yendi', 'Savelugu', 'Bimbilla', 'Gushiegu', 'Karaga', 'Kumbungu', 'Tolon', 'Nyankpala', 'Sagnerigu', 'Saboba', 'Zabzugu', 'Wulensi', 'Kpandai', 'Tatale'],
  Oti: ['Dambai', 'Nkwanta', 'Jasikan', 'Kadjebi', 'Kete-Krachi', 'Kpassa', 'Worawora', 'Nkonya Ahenkro', 'Chinderi', 'Dodi Papase', 'Ahamansu', 'Brewaniase'],
  Savannah: ['Damongo', 'Salaga', 'Bole', 'Buipe', 'Sawla', 'Daboya', 'Yapei', 'Larabanga', 'Bamboi', 'Tuna', 'Kpalbe'],
  'Upper East': ['Bolgatanga', 'Bawku', 'Navrongo', 'Zebilla', 'Bongo', 'Paga', 'Sandema', 'Garu', 'Zuarungu', 'Tongo', 'Pusiga', 'Fumbisi', 'Chiana'],
  'Upper West': ['Wa', 'Tumu', 'Lawra', 'Jirapa', 'Nandom', 'Nadowli', 'Hamile', 'Gwollu', 'Kaleo', 'Wechiau', 'Funsi', 'Lambussie', 'Issa'],
  Volta: ['Ho', 'Hohoe', 'Aflao', 'Keta', 'Denu', 'Akatsi', 'Kpando', 'Sogakope', 'Anloga', 'Dzodze', 'Adidome', 'Juapong', 'Peki', 'Kpetoe'],
  Western: ['Takoradi', 'Sekondi', 'Tarkwa', 'Prestea', 'Bogoso', 'Axim', 'Elubo', 'Half Assini', 'Shama', 'Agona Nkwanta', 'Asankragua', 'Esiama', 'Daboase'],
  'Western North': ['Sefwi Wiawso', 'Bibiani', 'Enchi', 'Juaboso', 'Sefwi Bekwai', 'Awaso', 'Essam-Dabiso', 'Dadieso', 'Bodi', 'Sefwi Akontombra', 'Asawinso'],
} as const satisfies Record<Region, readonly string[]>

/** Nsawam lies in Eastern, but many people who live there choose Greater Accra: it is offered in both. */
export function suggestTowns(name: string): string[] {
  const region = readRegion(name)
  if (region === null) return []
  const towns: string[] = [...townsOf[region]]
  if (region !== 'Greater Accra') return towns
  return [...towns, 'Nsawam', ...accraAreas.map((area) => `${area}, Accra`)]
}
