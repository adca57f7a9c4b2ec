import {
  addPostPicture,
  changePost,
  createPost,
  deletePost,
  findPostById,
  findPostBySlug,
  listLatestPosts,
  listPosts,
} from '../features/blog/posts.ts'
import { findBrandFile, readBrand, saveBrand } from '../features/brand/brand.ts'
import { joinOffersOfOrder } from '../features/campaigns/audience.ts'
import {
  addCampaign,
  editCampaign,
  listCampaigns,
  previewCampaign,
  readCampaign,
  removeCampaign,
  stepCampaign,
  testCampaign,
} from '../features/campaigns/save-campaign.ts'
import { readHome, saveHome, showHome } from '../features/home/home.ts'
import { cleanPost } from '../features/media/clean-html.ts'
import { changeConversation, listConversations } from '../features/messages/conversations.ts'
import { receiveMessage } from '../features/messages/messages.ts'
import {
  confirmReader,
  exportReaders,
  joinNewsletter,
  leaveNewsletter,
  listReaders,
  removeReader,
} from '../features/messages/newsletter.ts'
import { leaveByLink } from '../features/messages/offers.ts'
import { readConversation } from '../features/messages/read-conversation.ts'
import { postReply } from '../features/messages/replies.ts'
import {
  countReadTexts,
  findOwnPage,
  getPage,
  getVersion,
  listOwnPages,
  listPages,
  previewPage,
  readAbout,
  readContact,
  readFaq,
  readFooter,
  readOpeningSoon,
  readPolicy,
} from '../features/pages/read-pages.ts'
import { createPage, deletePage, markPageRead, restorePage, savePage } from '../features/pages/save-page.ts'
import {
  addTestimonial,
  countTestimonials,
  hideTestimonial,
  listAllTestimonials,
  listTestimonials,
} from '../features/testimonials/testimonials.ts'
import type { Context } from '../platform/context.ts'
import { bind, bindContextReads, bindReads } from './bind.ts'

/** What the shop says and hears: blog, texts, looks, messages. */
export function openContent(context: Context) {
  const { db, reads } = context
  return {
    blog: {
      ...bind(context, {
        create: createPost,
        change: changePost,
        delete: deletePost,
        addPicture: addPostPicture,
      }),
      ...bind(db, { list: listPosts, listLatest: listLatestPosts, preview: cleanPost }),
      ...bind(db, { findById: findPostById, findBySlug: findPostBySlug }),
    },

    pages: {
      ...bind(context, { create: createPage, save: savePage, delete: deletePage, restore: restorePage }),
      ...bind(context, { markRead: markPageRead }),
      ...bind(db, { list: listPages, get: getPage, getVersion, preview: previewPage }),
      ...bind(db, { countRead: countReadTexts, listOwn: listOwnPages, findOwn: findOwnPage }),
      ...bind(db, { readAbout, readFaq, readPolicy, readContact, readFooter, readOpeningSoon }),
    },

    testimonials: {
      ...bind(context, { add: addTestimonial, hide: hideTestimonial }),
      ...bind(db, { list: listTestimonials, count: countTestimonials, listAll: listAllTestimonials }),
    },

    messages: {
      ...bind(context, { receive: receiveMessage }),
      ...bindContextReads(context, { listConversations }),
      ...bind(context, { readConversation, changeConversation, postReply }),
      ...bind(context, { joinNewsletter, confirmReader, leaveNewsletter, removeReader }),
      ...bind(context, { leaveOffers: leaveByLink }),
      ...bindReads(reads, { listReaders }),
      ...bind(reads, { exportReaders }),
    },

    campaigns: {
      ...bind(context, { list: listCampaigns, read: readCampaign, preview: previewCampaign }),
      ...bind(context, { add: addCampaign, edit: editCampaign, step: stepCampaign, test: testCampaign }),
      ...bind(context, { remove: removeCampaign, joinOffers: joinOffersOfOrder }),
    },

    brand: {
      ...bind(context, { save: saveBrand }),
      ...bind(db, { read: readBrand, findFile: findBrandFile }),
    },

    home: {
      ...bind(context, { save: saveHome }),
      ...bind(db, { read: readHome, show: showHome }),
    },
  }
}
