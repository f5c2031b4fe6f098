@NullMarked
package dev.baton.jdbc.notify;

import org.jspecify.annotations.NullMarked;
