type SamplePost = {
  title: string
  slug: string
  excerpt: string
  content: string
  image: string
  image_alt: string
  published: boolean
  days_ago: number
}

const harmattan = `
<p>You know the morning. You step out for the school run, the sky is the colour of weak tea, and by ten o’clock your lips have already complained. Harmattan has come. From about late November to the middle of March the wind blows down from the Sahara, dry and full of fine dust. The north feels it first and longest. But even in Accra, humid for most of the year, there are weeks when washing dries on the line in an hour, and skin does the same.</p>
<p>You do not need a new shelf of products for this. You need to change a few habits for three months.</p>
<h2>Why skin suffers in this season</h2>
<p>Think of the outer layer of your skin as a wall. The cells are the blocks, and natural fats are the mortar between them. The wall keeps water in. When the air is very dry, water leaves faster than usual. When we then take hot baths and scrub with strong soap, we wash out the mortar, and the wall leaks even more.</p>
<p>On deep skin you see it early: a grey, ashy look first, then tightness, then small cracks at the heels, the knuckles and the corners of the mouth. So harmattan care comes down to two jobs: <strong>lose less water</strong>, and <strong>hold on to what you have</strong>.</p>
<h2>Five habits that make the difference</h2>
<h3>1. Wash kindly</h3>
<p>Dust makes us want to scrub. Resist it. Use lukewarm water, keep the bath short, and let the <em>sapɔ</em> rest on most days. Choose a creamy <a href="/shop?category=cleanser">cleanser</a> for the face. If you love black soap, keep it for two or three evenings a week and let something milder do the mornings.</p>
<h3>2. Moisturize while you are still damp</h3>
<p>Pat yourself dry, do not rub, and leave the skin a little wet. Then put your cream on within about three minutes. You are trapping that water before the wind takes it. This one habit does more than any expensive jar.</p>
<h3>3. Go from thin to thick</h3>
<ol>
<li><strong>Something watery.</strong> A few pats of <a href="/shop?category=toner">toner</a> on clean skin.</li>
<li><strong>Something that holds water.</strong> A <a href="/shop?category=serum">serum</a> with glycerin or hyaluronic acid.</li>
<li><strong>Something creamy.</strong> A <a href="/shop?category=moisturizer">moisturizer</a>, in two thin layers rather than one thick one.</li>
<li><strong>Something that seals.</strong> At night, a little shea butter where it cracks: heels, elbows, around the nose.</li>
</ol>
<p>Do not stop at step two. In very dry air, a watery serum with nothing on top dries out along with everything else.</p>
<h3>4. Keep your sunscreen</h3>
<p>A hazy sky fools us. Dust softens the light, but plenty of ultraviolet still comes through. Put on your <a href="/shop?category=sunscreen">sunscreen</a> in the morning as you would in April.</p>
<h3>5. Look after the edges</h3>
<p>Lips have hardly any oil of their own, so carry a plain balm and stop licking them: each lick dries and takes more water away. Put cream on your hands after every wash, and cotton socks over creamed heels at night.</p>
<blockquote><p>Feel the back of your hand at noon. If it is tight, tomorrow’s cream goes on in two layers.</p></blockquote>
<h2>“But my skin is oily”</h2>
<p>Then you may notice something odd in January: a shiny forehead that still feels tight. Oil and water are different things, and your skin can be short of one while it has plenty of the other. Do not answer with harsher soap. Keep a light moisturizer in one layer, use a <a href="/shop?category=mask">clay mask</a> every second week instead of every week, and rinse it off before it cracks.</p>
<h2>Tamale is not Takoradi</h2>
<p>The advice you see online is often written for another country, or at least another region. In Tamale, Bolgatanga or Wa, plan on two layers and a sealing butter every night from December. In Kumasi you may need that only on the worst days. On the coast the air can swing from dry to sticky in one week, so go by feel: a second layer when your cheeks are tight, a single one when the sea breeze is back. And if you spend your day in an air-conditioned office, you have a small harmattan of your own all year.</p>
<h2>A harmattan day, in short</h2>
<ul>
<li><strong>Morning:</strong> mild cleanser, moisturizer on damp skin, sunscreen, lip balm in your bag.</li>
<li><strong>During the day:</strong> hand cream after washing, and water when you are thirsty.</li>
<li><strong>Evening:</strong> wash off the dust, then watery, creamy, sealing.</li>
<li><strong>Once a week:</strong> wipe down your phone screen and change your pillowcase. Both collect dust.</li>
</ul>
<p>If cracks bleed, or an itch will not leave you alone, no cream from a shop is the right answer. Show it to a pharmacist or a doctor. For everything else, be gentle and be regular. The rains will come back, and your skin will still be with you.</p>
`

const sunscreen = `
<p>“I am dark, I do not burn.” Most of us have said it, or heard an auntie say it. There is some truth inside. Melanin really does protect. But it is an umbrella with holes, and Ghana’s sun is heavy rain. Around noon the ultraviolet index here is very high on most days of the year, on the coast as in the north.</p>
<h2>What melanin does, and what it does not</h2>
<p>Deep brown skin lets through far less of the light that burns than pale skin does. Researchers have compared it to an SPF of about 13 for the darkest skin. That is a gift. It is also less than half of the SPF 30 that skin doctors commonly advise for a day outside.</p>
<p>And burning is not the main story for us. The main story is <strong>uneven tone</strong>. When deep skin is upset, by a pimple, a scratch or too much light, it tends to answer with extra pigment. Sun then keeps those marks dark for longer. Many people spend months on creams for dark spots and skip the step that would stop the spots from being fed every morning.</p>
<blockquote><p>A dark mark fades slowly under sunscreen. Without it, it may hardly fade at all.</p></blockquote>
<h2>How to read the tube</h2>
<h3>SPF</h3>
<p>The number is about UVB, the rays that burn. Used in the right amount, SPF 30 stops about 97 percent of them and SPF 50 about 98 percent. No sunscreen stops everything, and SPF 50 does not let you stay out twice as long. We like 50 for a simple reason: almost everybody puts on too little, and 50 forgives you more.</p>
<h3>Broad spectrum</h3>
<p>These two words mean that it works against UVA as well, the rays that pass through clouds and window glass and age the skin. Without them, leave the tube in the shop.</p>
<h3>Mineral or chemical</h3>
<p>Mineral filters are zinc oxide and titanium dioxide. Sensitive skin usually gets on with them. Chemical filters, better called organic filters, are clear and light. Both kinds work. The best one is the one you will still be wearing in three months.</p>
<h3>Tinted</h3>
<p>Ordinary daylight, the light we see by, can also deepen pigment in dark skin. Clear sunscreens do little about it. Tinted ones contain iron oxides, which do. If you have patches that keep coming back, a tinted sunscreen in your shade, or a foundation over your sunscreen, is worth the trouble.</p>
<h2>The grey cast, and how to beat it</h2>
<p>Let us be honest: white minerals on brown skin can look like chalk. It helps a great deal how you put them on.</p>
<ol>
<li>Moisturize first and wait two minutes. Dry skin grabs the white.</li>
<li>Put on half of the amount in small dots, and press and spread until it settles.</li>
<li>Then do the same with the second half. Two thin coats rub in better than one thick coat.</li>
<li>Give it five minutes before you judge. Much of the cast sinks away.</li>
</ol>
<p>Test it on your jaw by a window, not on your hand under a shop’s lamp.</p>
<h2>How much, how often</h2>
<ul>
<li><strong>Face, ears and neck:</strong> two finger lengths, squeezed along your index and middle finger.</li>
<li><strong>When:</strong> last step of the morning, about fifteen minutes before you go out.</li>
<li><strong>Again:</strong> every two hours outdoors, and after swimming or a good sweat. In Accra’s humidity, that means after the walk from the station.</li>
<li><strong>Indoors, away from windows:</strong> the morning coat is usually enough.</li>
</ul>
<p>A hat, an umbrella and the shady side of the street count too. They never need rubbing in.</p>
<h2>Three things people ask us</h2>
<h3>Will sunscreen make me lighter?</h3>
<p>No. It keeps the sun from making you darker in patches, so your own even colour shows. If a cream promises to change your colour, look hard at its label before it touches your face.</p>
<h3>Is the SPF in my make-up enough?</h3>
<p>Only if you wore it as thick as sunscreen, which nobody does. Count it as extra.</p>
<h3>Can my husband and children use mine?</h3>
<p>Your husband, yes, and he should. For children, a mineral sunscreen is a common choice from six months on; before that, keep babies in the shade and ask your clinic.</p>
<h2>Where to begin</h2>
<p>Buy one tube, not three. Look for broad spectrum, SPF 30 or more, a date that has not passed and a registration number of the Food and Drugs Authority. Put it beside your toothbrush. Our <a href="/shop?category=sunscreen">sunscreens</a> sit well over a light <a href="/shop?category=moisturizer">moisturizer</a>, and a vitamin C <a href="/shop?category=serum">serum</a> under both is good company by day.</p>
<p>One last word. A mole or mark that grows, bleeds or changes colour is a matter for a doctor, on any skin, and so is a dark streak under a nail that widens. Sunscreen is care. It is not a check-up.</p>
`

const shea = `
<p>There is probably some in your house right now: in a calabash, a reused margarine tub or a smart little jar with a gold lid. We call it <em>nkuto</em> in Twi, and every grandmother has a use for it. It is one of the few beauty ingredients that Ghana sends to the whole world. So what does it truly do, and where have we been asking too much of it?</p>
<h2>From the tree to the tub</h2>
<p>The shea tree, <em>Vitellaria paradoxa</em>, grows wild across the savannah of the north. It takes many years before it bears well. The fruit ripens around the first half of the rainy season, and it is mostly women who gather it, boil and dry the nuts, then crack, roast, grind and knead them with water until the fat rises. That kneading is hard work for strong arms. When you haggle over a calabash of shea, you are haggling over somebody’s shoulders.</p>
<p>On a label it is written <strong>Butyrospermum Parkii (Shea) Butter</strong>. Same thing, older name.</p>
<h2>What it does well</h2>
<ul>
<li><strong>It softens.</strong> Shea is rich in stearic and oleic acid. It fills the tiny gaps between dry skin cells, so skin feels smooth at once.</li>
<li><strong>It slows the loss of water.</strong> It leaves a thin film on the surface. In harmattan, this is its best trick.</li>
<li><strong>It melts where you need it.</strong> Firm in the tub, it softens near the warmth of your body.</li>
<li><strong>It is simple.</strong> One ingredient, no perfume, which suits many people with sensitive skin.</li>
</ul>
<h2>What it cannot do</h2>
<p>We sell shea, and we would rather tell you ourselves.</p>
<ul>
<li><strong>It is not a sunscreen.</strong> You may read that it has a natural SPF. What it has is too small and too uneven to count on. Wear <a href="/shop?category=sunscreen">sunscreen</a>.</li>
<li><strong>It does not add water.</strong> Butter on dry skin seals in dryness. Put it on damp skin, or over a cream.</li>
<li><strong>It does not bleach marks away.</strong> Well-kept skin looks more even, and that is all.</li>
<li><strong>It is not medicine.</strong> For a rash, an infection or a burn, see a pharmacist or a doctor.</li>
</ul>
<blockquote><p>Water first, shea second. The butter is the lid, not the soup.</p></blockquote>
<h2>Raw or refined?</h2>
<h3>Unrefined</h3>
<p>Ivory to light yellow, with a nutty, smoky smell. It keeps more of the tree’s own vitamin E and plant compounds. It can be grainy, and each batch is a little different. Lovely on body, heels and hair. Some shea is coloured bright yellow with a root, so a strong yellow is not a sign of better quality.</p>
<h3>Refined</h3>
<p>White, smooth and nearly without smell. It has lost some of its extras, but it is even and calm, which is why makers use it in <a href="/shop?category=cleanser">cleansers</a> and <a href="/shop?category=moisturizer">face creams</a>. Neither kind is the fake one. They are for different jobs.</p>
<h2>How to use it, head to heel</h2>
<h3>Face</h3>
<p>If your skin is dry, warm a piece the size of a groundnut between your palms and press it over your moisturizer at night. If you are oily or break out easily, plain shea can feel too heavy in our humidity. Take a light cream that contains some, and try it on your jaw for a week first.</p>
<h3>Body</h3>
<p>Straight after your bath, on damp skin. It spreads further than you think.</p>
<h3>Hands and heels</h3>
<p>A thick layer, then cotton gloves or socks overnight.</p>
<h3>Hair</h3>
<p>A little on damp ends helps them keep their water. On the scalp, less is more.</p>
<h2>Buying and keeping it</h2>
<ol>
<li><strong>Smell it.</strong> Nutty or smoky is right. Sharp, like old cooking oil, means it has gone off.</li>
<li><strong>Rub it.</strong> Good shea melts between your fingers. Hard lumps that never melt are a bad sign; small grains that melt are only a matter of slow cooling.</li>
<li><strong>Ask about the date.</strong> In a closed tub, in a cool dark cupboard, it keeps for about a year or more.</li>
<li><strong>Keep water out.</strong> Take it with dry hands or a clean spoon. Wet fingers bring mould.</li>
</ol>
<p>Has yours turned grainy after a hot week? Melt it gently over warm water, then let it set quickly in the fridge. It will be smooth again.</p>
<h2>A word on allergies</h2>
<p>Reactions to shea butter are rare, but shea is a tree nut. If you have a nut allergy, ask your doctor before you use it. Everyone else: try any new product on the inside of the arm for a day first. It costs you one evening and can save you a bad week.</p>
<p>Then enjoy it. Few things on our <a href="/shop">shelves</a> have been tested by so many generations.</p>
`

const ingredientList = `
<p>The front of a jar is a poster. The back is the truth, in very small letters. You do not need chemistry to read it. You need six or seven words, a little patience, and perhaps your phone’s camera to make the print bigger. Take any cream from your room and follow along.</p>
<h2>The one rule that explains most of it</h2>
<p>Ingredients are listed <strong>from most to least</strong>. What comes first is what you are mostly paying for. Once the amounts drop to one percent or less, the maker may list the rest in any order, and colours come last.</p>
<p>So if a cream shouts “with baobab oil” on the front, and baobab stands after the preservative on the back, there is a drop in the pot. That is not always bad: some things work at tiny amounts. But now you know, and you can compare prices with open eyes.</p>
<h2>Why it is in Latin</h2>
<p>Labels use an international naming system called INCI, so that a mother in Ho and a chemist in Paris read the same word. Plants keep their Latin names:</p>
<ul>
<li><strong>Aqua</strong> is water.</li>
<li><strong>Butyrospermum Parkii</strong> is shea.</li>
<li><strong>Adansonia Digitata</strong> is baobab.</li>
<li><strong>Theobroma Cacao</strong> is cocoa.</li>
<li><strong>Cocos Nucifera</strong> is coconut.</li>
<li><strong>Parfum</strong> is fragrance, and can stand for many things at once.</li>
</ul>
<h2>Sort the list into four baskets</h2>
<h3>1. Those that bring water</h3>
<p>Glycerin, Panthenol, Sodium Hyaluronate, Aloe Barbadensis. They draw water to the upper skin. Good near the top of a <a href="/shop?category=serum">serum</a> or <a href="/shop?category=toner">toner</a>.</p>
<h3>2. Those that soften and seal</h3>
<p>Butters, oils, Squalane, and names such as Cetearyl Alcohol. That last one frightens people. It is a <em>fatty</em> alcohol, soft like wax, and kind to skin. The drying one is written Alcohol Denat., and high on a list it can sting a dry face.</p>
<h3>3. Those that wash</h3>
<p>In a <a href="/shop?category=cleanser">cleanser</a>, look for Coco-Glucoside or Cocamidopropyl Betaine if you want mild. Sodium Lauryl Sulfate foams like a celebration and can leave dry skin tight.</p>
<h3>4. Those that keep it safe</h3>
<p>Anything with water needs a preservative, or it would grow mould on your dressing table within weeks, sooner in our heat. Phenoxyethanol, Sodium Benzoate and Potassium Sorbate are common. A watery cream that claims to have none is not purer. It is a risk.</p>
<blockquote><p>“Natural” has no fixed meaning on a label. The list does.</p></blockquote>
<h2>Words that should make you put it back</h2>
<p>Some products sold to “tone” or “lighten” contain things that have no place in a cosmetic:</p>
<ul>
<li><strong>Hydroquinone.</strong> Ghana’s Food and Drugs Authority stopped registering products that contain it years ago. Unsupervised use can leave lasting blue-black patches.</li>
<li><strong>Mercury,</strong> also written mercurous chloride, calomel or ammoniated mercury. It is poisonous, also to those you share a bed and towels with.</li>
<li><strong>Steroids</strong> such as clobetasol or betamethasone. These are medicines. Without a doctor they thin the skin.</li>
</ul>
<p>Worse than a bad list is no list. A jar “mixed for you” with no ingredients, no maker and no date is a gamble with the only face you have.</p>
<h2>Four more things on the pack</h2>
<ol>
<li><strong>The FDA registration number.</strong> Cosmetics sold in Ghana must be registered with the Food and Drugs Authority. Look for the number on the pack and check it with the FDA, online or by phone. If the name you find is not the name on your jar, do not use it.</li>
<li><strong>The maker’s name and address.</strong> Somebody should be answerable.</li>
<li><strong>The expiry date,</strong> and a batch number that nobody has scratched off.</li>
<li><strong>The open jar sign.</strong> A small picture with “12M” means: use it up within twelve months of opening.</li>
</ol>
<h2>Try it on the jar in our picture</h2>
<p>Our <a href="/shop?category=moisturizer">moringa moisturizer</a> begins: Aqua, Glycerin, Butyrospermum Parkii (Shea) Butter, Cetearyl Alcohol, Moringa Oleifera Seed Oil. Read it now. Water first. Then something that brings water, a butter that seals, a soft fatty alcohol for body, and moringa oil in fifth place, so there is a fair amount of it. Further down come Sodium Hyaluronate and vitamin E, written Tocopherol, which do their work in small amounts. Phenoxyethanol at the end keeps the jar safe. That took you half a minute.</p>
<h2>When you are not sure</h2>
<p>Take a photo of the list and show it to a pharmacist. They read small print all day and most are glad to be asked. You can also <a href="/contact">write to us</a>, even about a jar you bought elsewhere. And whatever the list says, try a new product on the inside of your arm for a day before it meets your face. No label knows your skin as well as your skin does.</p>
`

const routine = `
<p>Somewhere between the ten-step routine on your phone and a splash of water with bar soap, there is a middle way. It takes about five minutes, uses three or four things, and leaves enough for transport. This is the routine we give to friends who ask where to begin.</p>
<h2>The only three steps you must have</h2>
<ol>
<li><strong>Clean.</strong> Take off sweat, dust and yesterday’s sunscreen.</li>
<li><strong>Moisturize.</strong> Keep the water in.</li>
<li><strong>Protect.</strong> Sunscreen, every morning.</li>
</ol>
<p>That is all. Serums, masks and eye creams are guests. Welcome guests, but the house stands without them. If your budget allows only three products, buy those three, and buy sizes you can finish.</p>
<h2>Morning: three minutes</h2>
<h3>Cleanse, lightly</h3>
<p>If your skin is dry, cool water may be enough after a clean night. Oily, or a hot night without a fan? Use a small amount of a mild <a href="/shop?category=cleanser">cleanser</a>. Your face should feel comfortable afterwards. Squeaky is for plates.</p>
<h3>Serum, if you have one</h3>
<p>A few drops on damp skin. Vitamin C is a good partner for the day; a <a href="/shop?category=serum">serum</a> with niacinamide suits skin that shines by noon.</p>
<h3>Moisturize</h3>
<p>Yes, in Accra’s humidity too. Choose a light <a href="/shop?category=moisturizer">moisturizer</a> and use less of it. Humid air does not feed your skin; it only slows the loss.</p>
<h3>Sunscreen</h3>
<p>Two finger lengths of broad spectrum <a href="/shop?category=sunscreen">sunscreen</a> over face, ears and neck. It is the last step before make-up, and the one that keeps everything else from being wasted.</p>
<h2>Evening: two minutes</h2>
<ol>
<li><strong>Cleanse properly.</strong> Massage for a full minute, into the hairline and beside the nose. If you wore make-up or a water-resistant sunscreen, cleanse twice.</li>
<li><strong>Serum</strong>, if you have one.</li>
<li><strong>Moisturizer</strong>, a little more generous than in the morning.</li>
</ol>
<p>Do it when you come home, not when you are falling asleep. The best routine is the one that happens before you sit down.</p>
<h2>Once a week</h2>
<p>On Sunday evening, a <a href="/shop?category=mask">clay mask</a> for ten minutes if you are oily, five around dry cheeks. Rinse it off while it is still slightly damp. Change your pillowcase on the same evening. It costs nothing and you will notice.</p>
<h2>The order, when you forget it</h2>
<p>Go from the thinnest to the thickest: watery, then creamy, then oily. Sunscreen always last in the morning.</p>
<blockquote><p>If you can remember how to layer clothes for a cold night on the Kwahu ridge, you can layer skin care.</p></blockquote>
<h2>Fit it to your skin</h2>
<ul>
<li><strong>Dry:</strong> creamy cleanser, moisturizer on damp skin, a touch of shea over it at night.</li>
<li><strong>Oily:</strong> gel or black soap a few times a week, light moisturizer always. Skipping it does not make you less oily.</li>
<li><strong>Both at once:</strong> treat the cheeks as dry and the forehead as oily. You are allowed to.</li>
<li><strong>Sensitive:</strong> no perfume, no scrubs, and one new thing at a time.</li>
<li><strong>For men who shave:</strong> cleanse before, moisturize straight after, and shave with the hair, not against it. Bumps like close shaves.</li>
</ul>
<h2>How to start without upsetting your skin</h2>
<ol>
<li><strong>Test.</strong> A little on the inside of your arm, for a day.</li>
<li><strong>One by one.</strong> Add one product, wait a week, then the next. If something disagrees with you, you will know which.</li>
<li><strong>Be patient.</strong> Softness comes within days. A more even look takes longer: give it six to eight weeks before you decide.</li>
<li><strong>Take two photos.</strong> Same window, same hour, today and two months from now. The mirror forgets; photos do not.</li>
</ol>
<h2>Four habits to leave behind</h2>
<ul>
<li><strong>Mixing creams from three tubs</strong> because a friend’s cousin does. Nobody has tested that mixture.</li>
<li><strong>Lemon juice and toothpaste on spots.</strong> Both burn, and on deep skin a burn can leave a mark for months.</li>
<li><strong>Hard scrubbing.</strong> You cannot scrub a tone away, only irritate the skin that makes it.</li>
<li><strong>Changing everything each payday.</strong> Skin likes boredom.</li>
</ul>
<h2>Spending wisely</h2>
<p>Put your money first into sunscreen, because you should use plenty of it, and then into a moisturizer you enjoy. A cleanser is on your face for a minute; it has to be mild, not grand. Buy from a shop that shows the ingredients and the dates, keep the jars out of the sun, and finish one before you open the next.</p>
<p>If you have painful spots, a rash, or a change that worries you, go to a pharmacist or a doctor first. A routine is for skin that is well, or nearly.</p>
<p>Shall we begin? Choose <a href="/shop">three things from the shelf</a>, put them beside your toothbrush, and do it for two weeks. After that it is no longer a routine. It is just how your day starts.</p>
`

export const samplePosts: SamplePost[] = [
  {
    title: 'Harmattan Skin Care: How to Stay Soft When the Air Turns Dry',
    slug: 'harmattan-skin-care',
    excerpt:
      'The dust is here and your lips know it first. Five small habits that keep skin comfortable from late November to March, in Tamale and on the coast.',
    content: harmattan.trim(),
    image: 'harmattan-skin-care',
    image_alt: 'Open jar of rich cream on stones and sand with dry grass under a hazy harmattan sun',
    published: true,
    days_ago: 2,
  },
  {
    title: 'Sunscreen on Dark Skin: What It Does and How to Beat the Grey Cast',
    slug: 'sunscreen-on-dark-skin',
    excerpt:
      'Melanin is an umbrella with holes. What SPF means, how much to use in Ghana’s sun, and how to wear a mineral sunscreen without looking like chalk.',
    content: sunscreen.trim(),
    image: 'sunscreen-dark-skin',
    image_alt:
      'Sunscreen tube beside discs in four deep brown tones, each with a swipe of sunscreen, under a bright sun shape',
    published: true,
    days_ago: 9,
  },
  {
    title: 'What Shea Butter Does, and What It Cannot Do',
    slug: 'what-shea-butter-does',
    excerpt:
      'Every home has a tub of nkuto. An honest look at what shea butter does for skin, how to choose between raw and refined, and how to keep it fresh.',
    content: shea.trim(),
    image: 'what-shea-butter-does',
    image_alt: 'Bowl of whipped shea butter on linen with shea nuts and leaves',
    published: true,
    days_ago: 17,
  },
  {
    title: 'How to Read an Ingredient List in Half a Minute',
    slug: 'how-to-read-an-ingredient-list',
    excerpt:
      'The front of a jar is a poster, the back is the truth. One rule, four baskets, and the words that should make you put a cream back on the shelf.',
    content: ingredientList.trim(),
    image: 'reading-an-ingredient-list',
    image_alt: 'Magnifying glass over the ingredient list on a skincare carton beside a moisturizer jar',
    published: true,
    days_ago: 30,
  },
  {
    title: 'A Simple Skin Care Routine That Leaves Enough for Transport',
    slug: 'a-simple-skin-care-routine',
    excerpt:
      'Three steps you must have, a few you may like, and five minutes a day. The routine we give to friends who ask us where to begin.',
    content: routine.trim(),
    image: 'simple-routine',
    image_alt: 'Cleanser, serum, moisturizer and sunscreen standing on four rising steps',
    published: true,
    days_ago: 48,
  },
]
