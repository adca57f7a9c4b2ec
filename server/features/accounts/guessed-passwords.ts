/*
 * From the list of leaked passwords of zxcvbn-ts (MIT licence), the most common first, without what nobody wants to read here;
 * and the names that a stranger would try in Ghana.
 */

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Long enough for people with a role, and tried by everybody who guesses. */
export const longCommonPasswords = wordsOf(`
  010203040506 012345678910 014702580369 01telemike01 050605rostik 102030405060 1111111111zz 111222333000
  111222333444555 112233445566 122333444455555 123123qweqwe 123321123321 123321456654 123321qweewq 123456654321
  12345677654321 123456782000 1234567887654321 123456789000 12345678900987654321 123456789012 1234567890987654321
  1234567890qaz 1234567890qw 1234567890qwe 1234567890qwerty 1234567890zzz 123456789101 123456789123 1234567892000
  12345678987654321 123456789987654321 123456789aaa 123456789abc 123456789asd 123456789qaz 123456789qqq 123456789qwe
  123456789qwer 123456789qwerty 123456789zxc 1234567qwertyu 123456qwerty 123456zxcvbn 1234qwerasdf 1234qwerasdfzxcv
  123ewqasdcxz 123qwe123qwe 123qwe456rty 123qweasdzxc 123qwerty123 12qw34er56ty 159753159753 159753456852 193570356033
  19960610ilja 1a2a3a4a5a6a 1a2s3d4f5g6h 1q2w3e4r5t6y 1qa2ws3ed4rf 1qa2ws3ed4rf5tg 1qaz2wsx3edc 1qaz2wsx3edc4rfv
  1qazxsw23edc 1qazxsw23edcvfr4 23176djivanfros 23wkoa0fp78dk 31217221027711 32615948worms 41d8cd98f00b
  420842084208555 4815162342lf 4815162342lost 541233432442 59382113kevinp 6215mila6215 742617000027 89063032220m
  89231243658s 89876065093rax 89semtsriuty a1s2d3f4g5h6 abc123456789 admin18533362 administrator aksjdlasdakj89879
  alpha135792468 amadeusptfcor an83546921an13 andrewjackie antananarivu anytimetoday asd123asd123 asdfgh123456
  asdfghjkl123 auckland2010 avrillavigne badiman28200 bhrh0h2oof6xbqjeh blacksonblon bltynbabrfwbz boy4u2ownnyc
  bpgjldsgjldthnf bullnuts2003 businessbabe butterfly123 cheeseburger chesterfield chickenwing101 christopher1
  civilization cjdthitycndj cnfc35762209 combat123654 configuratio construction contortionist corperfmonsy
  correcthorsebatterystaple
  cosmopolitan counterstrike devilmaycry4 digitalprodu dkflbvbhjdbx dkflbvbhjdyf domainlock2005 edwardcullen
  elizabeth123 entertainment fatima753357 finalfantasy findaupair007 fkmnthyfnbdf fktrcfylhjdbx fktrcfylhjdf
  fktrcfylhjdyf flvbybcnhfnjh foreveryoung frederiksberg fynfyfyfhbde gfhfktkjuhfv gfhjkmgfhjkm ghbdtnghbdtn
  ghbdtnrfrltkf ghhh47hj7649 ghjatccbjyfk ghjcnjgbpltw ghjcnjgfhjkm ghjcnjghjcnj ghjcnjqgfhjkm ghjcnjrdfibyj
  ghjnbdjcnjzybt ghtdtlvtldtl gjkysqgbpltw greenlantern gthtrfnbgjkt gtnhjpfdjlcr hd764nw5d7e1vb1 hd764nw5d7e1vbv
  hedimaptfcor iampurehaha2 ilovemyfamily ingodwetrust installdevic installsqlst intelligence international
  ipo54tj45uy856 iseedeadpeople jamesbond007 jesuslovesme josephphone7 justinbieber ktjynsq40147 leavemealone
  lhbjkjubz2957704 lost4815162342 love777321777 lytdybrbdfvgbhf lytghjgtnhjdcr mailcreated5240 maprchem56458
  marinamarina massimiliano masterbaiting maurolarastefy mevefalkcakk michaeljackson minecraft123 morganstanley
  mortalkombat msoracle32re msorcloledbr nastyanastya necronomicon needforspeed nemvxyheqdd5oqxyxyzi networkingpe
  newproject2004 nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju123 nhfycajhvths nightcrawler nondriversig ntktdbpjh1994
  olcrackmaster ontheoutside paraklast1974 password1234 passwordassword passwordpassword passwordstandard
  pfqwtd27121988 philadelphia playstation2 playstation3 professional ptybnxtvgbjy punksnotdead q1w2e3r4t5y6
  q1w2e3r4t5y6u7 q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 qawsedrftgyh qaz123wsx456 qazwsx123456 qazwsxedc123
  qazwsxedcrfv qazwsxedcrfvtgb qazwsxqazwsx qazxswedc123 qazxswedcvfr qwaszxerdfcv qwe123qwe123 qweasdzxc123
  qwerasdfzxcv qwertasdfgzxcvb qwerty123456 qwerty123456789 qwertyasdfgh qwertyuiop10 qwertyuiop12 qwertyuiop123
  qwertyuiop12345 qwertyytrewq residentevil rfnthbyf1988 ronaldinho10 sanfrancisco satisfaction saun24865709
  scandinavian schoolgirlie sdicmt7seytn seemnemaailm sojdlg123aljg sonnenschein sonyericsson specialinsta
  stickdaddy77 stinkyfinger stratocaster supernatural systemofadown temppassword thecakeisalie ticketmaster
  transformers unbelievable vanyarespekt vfhbyfvfhbyf vfrcbvvfrcbv vfvfvskfhfve vladimirovna warhammer40k wazzkaprivet
  websolutions websolutionssu webuivalidat weihnachtsbau weihnachtsbaum whosyourdaddy z1x2c3v4b5n6 z1x2c3v4b5n6m7
  zaq12wsxcde3 zaq1xsw2cde3 zaqwsxcderfv zcfvfzkexifz zqjphsyf6ctifgu zxcasdqwe123 zxcvbn123456 zxcvbnm123456789
  zxcvbnmmnbvcxz
`)

/** With numbers and signs around them they look long enough. */
export const commonPasswordWords = wordsOf(`
  aardvark aaron abena aberdeen abgrtyu abigail access accord account achilles action active adgjmptw adidas adjoa
  admin adrian adwoa aezakmi afia africa aggies agyei aikido airborne airbus airforce airplane akosua akua alabama
  alaska albert alberto alejandr aleksandr alexande alexander alexandr alexandra alexis alfred alice alicia aliens
  alison allen allison alpha alpine always alyssa ama amadeus amanda amateur amazon amber amelia america american
  amsterdam anaconda anakin anarchy anastasia anders anderson andre andrea andreas andrei andrew andrey anfield angel
  angela angelica angelina angelo angels animal anime annette annie anthony anton antonio anubis anything apache
  apollo appiah apple apples april aquarius aragorn archer archie arizona armani arnold arsenal arthur artist asante
  asdasd asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdzxc ashley ashton asian aspirine assass assassin
  assman asterix astros athena atlanta atlantic atlantis atomic attack auburn audrey august aurora aussie austin
  australia autumn avalon avatar avenger awesome azamat azerty azsxdc azsxdcfv babes babies babyboy babydoll babygirl
  babylon bacon badass badboy badger baggins bailey baller balls bambam banana bananas bandit bangkok banshee barbara
  barbie barcelon barcelona barkley barney baseball basket basketba basketball bassman batman battle baxter beach
  beagle bearbear beast beatles beatrice beautiful beauty beaver beavis beckham beefcake beetle belinda bella bender
  benjamin bennett benson bentley berlin bernard bernie bertha bethany betty beverly bianca bicycle bigballs bigbird
  bigboy bigdaddy bigdog bigfoot bigger biggie bigguy bigmac bigman bigmoney bigone bigred bigtime bikini billie billy
  billybob billyboy bingo birdie birdman birthday biscuit bishop biteme bizkit blabla black blackcat blackdog blackie
  blackjac blackman blacks blacky blade blades blahblah blake blaster blazer blessed blizzard blonde blondes blondie
  blood bloody bluebird blueblue blueeyes bluemoon blues bluesky boateng bobafett bobbie bobbob bobby bobcat boeing
  bogdan bohica bollocks bollox bomber bondage bonehead boner bones bonita bonjour bonnie booger boogie boomer boots
  booty boris bosco bossman boston bottom bowler bowling bowser boxing bradford bradley brandi brando brandon brandy
  brasil braves brazil breast breeze brenda brendan brian brianna bridge bridget britney brittany broken bronco
  broncos brooke brooklyn brooks brother brothers brown brownie browns bruce brucelee bruins bruno brutus bryan bryant
  bubba bubbas bubble bubbles buckeye buckeyes buddha buddy budlight budman buffalo buffett buffy bugger bulldog
  bulldogs bullet bunghole bunny burger burton business buster butch butler byteme cactus cadillac caesar caitlin
  caliente californ california callie calvin camaro camel camelot camels camera cameron camilla camille campbell
  canada cancel cancer cancun candy candyman cannon cantona capital capone captain cardinal carlo carlos carlton
  carmen carol carolina caroline carolyn carpet carrie carrot carson carter cartman cartoon caserta casey casino
  casper cassidy cassie castle catalina catdog catfish catherin catman cavalier ccbill cdtnkfyf celeste celica celine
  celtic celtics center central cessna chair champion champs chance chandler chang change changeme chaos charger
  chargers charles charli charlie charlott charlotte charlton charly charmed chase check cheers cheese chelsea
  cherokee cherry cheryl chester chevelle chevrole chevy chewie cheyenne chicago chichi chicken chicks chiefs children
  china chipper chloe chocolat chopper chris chrissy christ christia christian christin christine christop christy
  chronic chubby chuck chucky church cindy cjkysirj cjkywt claire clancy clarence classic claude claudia clayton
  clifford clinton clitoris clover cobra cocacola coconut coffee colleen college collins colombia colorado colors
  coltrane columbia columbus command commando compaq computer concrete condor connect conner connie connor conrad
  consumer content control cookie cookies cooldude cooler coolio coolman cooper copper corona corvette cosmos cosworth
  cotton cougar country courtney cowboy cowboys coyote cracker crash crazy cream creampie creative cricket crimson
  cristina crunch crusader crystal cthulhu cthutq cuddles cupcake curious curtis cutlass cutter cxfcnmt cynthia daddy
  dagger daisy dakota dallas dalton damian damien dance dancer danger danie daniel daniela danielle daniil danila
  danni danny dannyboy darkness darkside darkstar darling darren darwin david davis dawson daytona dbrnjhbz deadhead
  deadman deanna death debbie december deedee deeznuts defender defiant deftones delete delta demon denali denis
  denise dennis denver derrick desert design designer desire deskjet destiny detroit devil devildog devils dexter
  dfkthbz dfvgbh diablo diamond diamonds diana diesel dietcoke digger digital dilbert dilligaf dillon dingdong
  director dirty discover disney dixie dkflbvbh doberman doctor dodge dodger dodgeram dodgers doggie doggy dogman
  dollar dolphin dolphins dominic domino donald donkey donna donnie doobie doodle dookie dorothy double doughboy
  douglas dracula drago dragon dragons drake dream dreamer dreams driver drizzt drowssap drpepper drummer dthjybrf
  dublin ducati dudley dumbass duncan durango dustin dusty dylan eagle eagles eatme eclipse eddie eduard edward efua
  eileen einstein ekaterina elaine electric element elena elephant eleven elijah elizabet elizabeth elliot elliott
  elvira elvis elwood emerald emerson emily eminem emmanuel empire energy engage engine engineer england english
  enigma enjoy enter enterpri enterprise ernest escape escort esi esther eternity eugene evelyn everton excalibu
  exigen exigent explorer express extreme fabian fabie faith falcon falcons fallen family fantasy farmer farside
  fashion faster fatass fatboy fatcat father fatima fatman felix fender fernand fernando ferrari ferret fetish ficken
  figaro fighter filter finger finish fireball firebird firefly firefox fireman fisher fishing fitness fktrcfylh
  fktrctq flames flamingo flash flatron fletcher flight flipper florence florida flower flowers fluffy flyboy flyers
  foobar football forest forever forget forgot formula forrest fortuna fossil foster foxtrot france frances francis
  franco frank frankie franklin franky freak freaks freaky freckles freddie freddy frederic fredfred freedom freeman
  freepass freeuser french friday friend friends frogger froggy frontier frosty function funny funtime fusion future
  fyfcnfcbz fylhtq gabrie gabriel galaxy galina galore gambit gandalf gangbang gangsta gangster garbage garcia garden
  garfield garrett gateway gator gators gbpltw geheim gemini general genesis genius george georgia gerald gerard
  german germany geronimo getsome gfhjkm ghbdtn ghbdtnbr ghjcnj ghost giants gibson gilbert gillian ginger giovanni
  girls gizmo gizmodo gjkbyf global gloria goblin goblue goddess godsmack godzilla gofish goforit goldberg golden
  goldfish goldie golfball golfer golfing goober goodbye goodluck goodtime google goose gopher gordon gorilla gotcha
  gothic govols grace gracie graham grandma granny grateful great green greenbay greenday gregory gremlin grendel
  gretchen griffey griffin grizzly groovy grover grumpy guardian guinness guitar gundam gunner gustav hacker hailey
  halflife hallo hamburg hamilton hamlet hammer hammers hamster handsome hannah hannibal hansen hansolo happy hardcore
  harder hardon harley harmony harold harris harrison harry harvey hastings hawaii hawkeye hayden hayley hearts
  heather heaven hector helen helena hellfire hello helpme hendrix henry hentai herbert herbie hercules herman hermes
  hershey hesoyam hidden highland hilton hiphop history hitman hjvfirf hobbes hobbit hockey holden holiday holland
  holly hollywoo hollywood holmes homer homers homerun honda honey hongkong hooters hoover horndog hornet horney horse
  horses hotboy hotdog hotrod hotstuff hottie house houses houston howard hudson hummer hungry hunter hunting hurrican
  husker huskers huskies hustler hyperion ibanez icecream iceman iforgot iguana ihateyou iloveu iloveyo iloveyou
  imagine immortal impala imperial incubus indian indiana indians indigo infantry inferno infiniti infinity insane
  inside integra internet intrepid ireland irina irish ironman isabel isabella isabelle island israel italia ivanov
  iverson iwantu jackal jackass jackie jackoff jackson jacob jaguar jamaica james jamesbon jamie jammer janice janine
  january japan japanese jarhead jasmin jasmine jason jasper javier jeffrey jenna jennie jennifer jenny jeremiah
  jeremy jericho jerome jerry jersey jesse jessica jessie jester jesus jethro jimbo jimbob jimmy joanna joanne joejoe
  johnjohn johnny johnson joker jonathan jones jordan joseph joshua jrcfyf judith juice julia julian julie juliet
  julius jumper jungle junior jupiter justdoit justice justin justine justme juventus kaiser kaktus kamikaze kangaroo
  kansas karate karen karina kasper katana katerina kathleen kathryn kathy katie katrin katrina kawasaki keeper keith
  kelley kelly kelsey kennedy kenneth kenny kentucky kenwood kermit kevin keyboard keystone kicker killer killme
  kimberly kingdom kingkong kingpin kingston kirill kisses kissme kitkat kitten kitty kittycat klaster knicks knight
  knights kodiak kofi kojo kolobok kotenok kramer krishna kristen kristi kristin kristina kristy kwabena kwaku kwame
  kwasi labrador labtec lacrosse ladies ladybug laguna lakers lancelot lancer lansing laptop larisa larry lasvegas
  latin latino laura lauren laurie lawrence lawyer leader leather ledzep legacy legend legion legolas lemons lennon
  leonard leonardo leopard leslie lespaul lestat lester letmein letsgo lewis lexmark liberty licker lickit lickme
  lifehack lifetime light lightnin lights lincoln linda lindsay lindsey liquid lisalisa little liverpoo liverpool
  lizard lizzie lobster logan logitech lolita lollipop lollol london lonely lonestar lonewolf longhorn looker looking
  lorenzo lorraine loser louise loulou loveit lovelove lovely loveme lover loverboy lovers loveyou loving lowrider
  lucas lucifer lucky luckydog ludwig luther lvbnhbq macdaddy machine madden maddie maddog madison madman madmax
  madness madonna madrid maestro maggie magic magnolia magnum magnus maiden mailman makaveli maksim malcolm malibu
  mallard manager manchest manchester mandingo mandy maniac manson manuel manutd maradona marathon marcel marco marcus
  margaret margarita maria mariah marian marie marilyn marina marine mariners marines marino mario marion marissa
  market markus marlboro marlene marley marlin marshall martha martin martina martinez martini marvel marvin maryjane
  maryland mason massive master masters matilda matrix matthew mature maurice maverick maxima maximus maxine maxmax
  maxwell mayday mayhem maynard meatball meatloaf megadeth megaman megan meghan melanie melinda melissa mellon melody
  melvin member memory memphis mensah mercedes mercury meridian merlin mersedes metal metallic metallica method mexico
  miami michael michaela michel michele michelle michigan mickey microlab microsof microsoft midnight mighty miguel
  mikey milano miles military miller millie million milton minecraft minnie miracle mirage miranda miriam mission
  missy mister mistress misty mitchell mobile models mollie molly moloko molson momoney monday money moneys mongoose
  monica monika monique monitor monkey monkeys monopoly monroe monster montana montreal moocow mookie moomoo moose
  morgan morpheus morris morrison moscow mother motorola mountain mouse movie mozart muffin mulder munchkin muppet
  murphy murray muscle mushroom music musicman mustang mustangs mylove mypass myself mystery mystic nadine nancy
  napass napoleon naruto nascar nasty nastya natali natalia natalie natasha nathalie nathan national natural naughty
  nebraska nellie nelson nemesis neptune network nevada newlife newman newpass newport newton newyork nfnmzyf nicholas
  nicola nicolas nicole night nikita nikki nimrod niners ninja nintendo nirvana nissan nofear nokia nolimit noodle
  noodles nookie nopass norman norton nothing november nugget nuttertools nylons nymets oakland oakley obiwan oblivion
  october odessa office ohyeah oilers oklahoma oksana oldman oliver olivia omega onelove online openup oracle orange
  oranges oregon orioles orion orlando oscar osei osiris outlaw overlord owusu oxford pacific packard packers pacman
  painter pakistan palace paladin palmer pamela panama panasonic pancho panda pandora pantera panther panthers panties
  pantyhos panzer paradise paradox paris parker parola parrot party pascal passat passion passport passwor password
  passwort patches patricia patrick patriot patriots patton pauline pavilion payton peace peaches peanut peanuts
  pearljam pebbles peekaboo peewee pegasus pencil penelope penguin penguins penny pentium people pepper pepsi perfect
  personal pervert peter peterpan peters peugeot phantom philip philips phillies phillip philly phoebe phoenix photo
  photos phpbb picard picasso piccolo pickle pickles picture pierre piglet pikachu pilot pineappl pinkfloy pioneer
  pirate pirates pistol pitbull pizza planet plastic platinum player playtime please pleasure plumber plymouth poison
  pokemon polaris police polina polska poncho pontiac poohbear pookie pooper poopie poopoo popcorn popeye porkchop
  porsche porter portland portugal possum postal potato potter powder power powers precious predator prelude presario
  preston pretty primus prince princes princess printer private privet prodigy psycho pumpkin punisher punkin punkrock
  puppies puppy purple pussies putter pyramid python qawsed qawsedrf qazqaz qazwsx qazwsxed qazwsxedc qazxsw qazxswedc
  quality queen qwaszx qweasd qweasdzxc qweqwe qwerasdf qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop rabbit
  racecar racerx rachel racing rafael ragnarok raider raiders rainbow raistlin ralph rammstein ramona randall random
  randy ranger rangers raptor rascal raven ravens raymond rbhbkk ready reagan reality reaper rebecca rebel rebels
  redalert redbull reddog redhead redhot redman redneck redrum redskins redsox redwings reggie regina remember
  renegade rescue research retard review rfhbyf rfnthbyf rfrfirf rhbcnbyf rhonda ricardo richard richie richmond
  rightnow ripper river rjirfrgbde rjntyjr robbie robert roberto roberts robin robinson rocker rocket rockets rockon
  rocks rockstar rocky rodney roger rogers roland roller rolltide roman romashka romeo rommel ronald ronaldo ronnie
  rookie rooster rootbeer roscoe rosebud rosemary rotten rovers roxanne rubber rugby rulez runner running ruslan
  russell russia russian rustam rusty sabbath sabina sabine sabrina sadie safety sailboat sailing sailor saint saints
  sakura sally salmon samantha sammie sammy sampson samson samsung samuel samurai sanchez sandiego sandman sandra
  sandro sandy santana santiago santos sapphire sarah saratoga sasha sassy satan saturn savage savannah sayang
  scarface scarlet scarlett school scooby scoobydo scooter scorpio scorpion scotch scotland scott scottie scotty
  scrappy scream scruffy scully search seattle sebastia sebastian secret security seinfeld select selena seminole
  semperfi sentinel septembe september serega serena serenity sergei sergey sergio server service sesame seven shadow
  shaggy shalom shaman shamrock shane shannon shaolin shark sharks sharon shasta shaved shazam sheena sheila shelby
  shelley shelly shemale sherlock sherman sherry shiloh shirley shogun shooter shopping short shorty shotgun showme
  showtime sidney siemens sierra silver silvia simba simon simone simple simpson simpsons sinatra singer single sinner
  sirius sister sithlord sixers skater skeeter skiing skinny skipper skippy skittles skyline skywalke slappy slapshot
  slayer sleepy slick slipknot smile smiles smiley smith smitty smoke smoker smokey smokin smooth smudge snake snakes
  snapper snatch snickers sniper snoopy snowball snowman snuggles sobaka soccer socrates softball software soldier
  soleil solomon somethin sommer sonic sooner sooners sophia sophie southern space spanking spankme spanky sparky
  sparta spartak spartan spartans speaker special spectrum speed speedy spencer spider spiderma spiderman spidey spike
  spirit spitfire splash spooky sport sports spring springer sprint sprite spunky spyder squirrel squirt srinivas
  stacey stalker stallion standard stanley starbuck starcraft stardust starfish stargate stars startrek starwars
  station stealth steelers stefan stella stephani stephanie stephen sterlin sterling steve steven stevie stewart stick
  sticky stimpy stinger stingray stinky stocking stone stonecol stoner stones storm stormy stranger street strider
  strike striker stripper strong stuart student studio stuff stupid subaru sublime success sugar sultan summer summit
  sundance sunday sunny sunrise sunset sunshine super superfly superman superstar support surfer surfing susan suzanne
  suzuki svetik svetlana swallow sweden sweet sweetie sweetpea sweets sweety swimming swinger swingers swordfis
  swordfish sydney sylvia syracuse system tacobell tacoma tamara tammy tanker tanner tanya tardis target tarheel
  tarheels tarzan tatiana tattoo tatyana taurus taylor tazman tdutybq teacher technics techno teddy teens telefon
  tempest temple tennis tequila teresa terminal terminator terror terry tester testing testtest texas thailand thanks
  thankyou thegame thekid theking theman theodore theone therock thomas thompson throat thuglife thumper thunder
  tickle tiffany tiger tigers tigger tight timber timmy timothy tinker tinman tintin titanic titans titleist titties
  tobias today tolkien tomcat tommy tomtom topcat topdog topgun topper tornado toronto torres toshiba tottenha toyota
  tracey tractor tracy traffic trains trance transam travel travis treasure trebor trevor trfnthbyf tricky trigger
  trinidad trinity tristan triton triumph trixie trojan trojans trombone trooper trouble truck trucker trucks truelove
  trumpet trunks tucker tuesday turbo turkey turner turtle tweety twilight twister tyler tyrone ultima ultimate
  unicorn united universe unknown unreal utopia vacation vader valentin valentina valera valerie valhalla valley
  vampire vanessa vanhalen vanilla vectra vegeta velvet verbatim veritas verona veronica veronika vertigo vette vfhbyf
  vfhecz vfrcbv vfrcbvrf vfvjxrf victor victoria victory video viking vikings viktor viktoria vincent violet viper
  vipers virgin virginia vision vivian vkontakte vladik vladimir vladislav volume voodoo vortex voyager vulcan walker
  wallace walnut walter wanker warcraft warhammer warlock warlord warren warrior warriors water waterloo waters watson
  wayne weasel weather webmaster webster weezer welcome wendy werewolf wesley western westham westside whatever wheels
  whiskey white whitney whocares whynot wicked wilbur wildcat wildcats wildfire william williams willie willis willow
  willy wilson window windows winner winnie winston winter wisdom wizard wolfgang wolfman wolfpack wolverin wolverine
  wolves wombat women wonder woody wookie wordpass world wrangler wright writer wutang xanadu xavier xfiles xtreme yaa
  yamaha yankee yankees yaw ybrbnf yellow yfnfif yomama young yourmom yvonne zachary zaphod zaqwsx zeppelin zidane
  zipper zombie zvezda zxcasd zxcvbn zxcvbnm
  christopher
`)
