/** How payloads are written and read: codecs and compression. */
@NullMarked
package dev.baton.api.codec;

import org.jspecify.annotations.NullMarked;
