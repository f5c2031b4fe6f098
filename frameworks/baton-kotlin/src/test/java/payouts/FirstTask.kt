package payouts

import dev.baton.Baton
import dev.baton.handler.TaskDefinition
import dev.baton.jdbc.BatonSchema
import dev.baton.jdbc.JdbcStore
import dev.baton.jdbc.transaction.JdbcTransactions
import dev.baton.kotlin.suspending
import dev.baton.kotlin.taskType
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import org.h2.jdbcx.JdbcConnectionPool

@JvmRecord data class Payout(val partner: String, val cents: Long)

val SEND_RECEIPT = taskType<Payout>("SEND_RECEIPT")

fun main() {
  val database = JdbcConnectionPool.create("jdbc:h2:mem:payouts;DB_CLOSE_DELAY=-1", "", "")
  BatonSchema.apply(database)
  database.connection.use {
    it.createStatement().execute("CREATE TABLE payout (partner VARCHAR(100), cents BIGINT)")
  }
  val transactions = JdbcTransactions.of(database)
  val sent = CountDownLatch(1)
  val sendReceipt =
      TaskDefinition.of(SEND_RECEIPT).suspending { payout, _ ->
        println("A receipt for ${payout.partner}")
        sent.countDown()
      }

  val baton =
      Baton.builder(JdbcStore.of(database)).transactions(transactions).define(sendReceipt).start()
  baton.use {
    val payout = Payout("anna", 1_250)
    transactions.run { transaction ->
      transaction.connection().prepareStatement("INSERT INTO payout VALUES (?, ?)").use {
        it.setString(1, payout.partner)
        it.setLong(2, payout.cents)
        it.executeUpdate()
      }
      baton.tasks().add(transaction, SEND_RECEIPT.with(payout))
    }
    sent.await(30, TimeUnit.SECONDS)
  }
}
